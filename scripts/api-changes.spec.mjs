import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { breakingChanges } from './lib/api-changes.mjs';
import { ROOT } from './lib/prepare.mjs';

/** The check as `npm run lint` runs it, on documents that were broken on purpose. */

const RELEASED = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
const FIRST = 'Breaking, and not announced in docs/api-changes.md: ';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rapid-api-changes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name, text) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** What breaks between the committed document and a changed copy. */
function compare(change) {
  const current = structuredClone(RELEASED);
  change(current);
  return breakingChanges(RELEASED, current);
}

/** The same by the command. */
function check(change, announcement = '') {
  const current = structuredClone(RELEASED);
  change(current);
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'scripts/api-changes.mjs'),
      write('released.json', JSON.stringify(RELEASED)),
      write('openapi.json', JSON.stringify(current)),
      write('changes.md', `# API changes\n\n## Not yet released\n\n${announcement}\n\n## 1\n\n- old\n`),
    ],
    { encoding: 'utf8' },
  );
  const breaking = stderr.split('\n').filter((line) => line.startsWith(FIRST));
  return { status, breaking: breaking.map((line) => line.slice(FIRST.length + 1, -1)) };
}

const operation = (document, id) =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
const parameter = (document, id, name) =>
  operation(document, id).parameters.find((candidate) => candidate.name === name);
const schema = (document, name) => document.components.schemas[name];

/** Two changes. */
function change(document) {
  delete document.paths['/reviews'].get;
  schema(document, 'Role').enum.push('guest');
}

describe('the check of the API’s changes', () => {
  it.each([
    ['an operation', (d) => delete d.paths['/reviews'].get, ['listReviews: is gone']],
    ['its name', (d) => (operation(d, 'listItems').operationId = 'items'), ['listItems: is called items']],
    [
      'a parameter',
      (d) => operation(d, 'listItems').parameters.splice(0),
      [expect.stringMatching(/^listItems: query limit is gone$/)],
    ],
    [
      'an optional parameter',
      (d) => (parameter(d, 'deleteItem', 'If-Match').required = true),
      ['deleteItem: header if-match is required'],
    ],
    [
      'a new required parameter',
      (d) =>
        operation(d, 'listUsers').parameters.push({
          name: 'team',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        }),
      ['listUsers: query team is new and required'],
    ],
    [
      'a bound',
      (d) => (parameter(d, 'listReviews', 'limit').schema.maximum = 100),
      ['listReviews: query limit has the maximum 100'],
    ],
    [
      'a value that is taken',
      (d) => schema(d, 'ProductSort').enum.shift(),
      ['ProductSort: taken no longer takes newest'],
    ],
    [
      'a type that is taken',
      (d) => (schema(d, 'RefundPurchaseDto').properties.reason.type = 'integer'),
      [expect.stringContaining('RefundPurchaseDto: taken reason no longer takes string')],
    ],
    [
      'an optional field',
      (d) => (schema(d, 'EditProductDto').required = ['sku']),
      ['EditProductDto: taken sku is required'],
    ],
    [
      'a new required field',
      (d) => {
        schema(d, 'CreateReviewDto').properties.title = { type: 'string' };
        schema(d, 'CreateReviewDto').required.push('title');
      },
      ['CreateReviewDto: taken title is required'],
    ],
    [
      'a field of a response',
      (d) => delete schema(d, 'UserDto').properties.name,
      [expect.stringMatching(/^UserDto: returned name is gone$/)],
    ],
    [
      'a field that was always there',
      (d) => schema(d, 'UserDto').required.shift(),
      [expect.stringMatching(/^UserDto: returned \w+ may be absent$/)],
    ],
    ['what a field may be', (d) => schema(d, 'Role').enum.push('guest'), ['Role: returned may be guest']],
    [
      'a type that is returned',
      (d) => (schema(d, 'DeletedDto').properties.deletedCount.nullable = true),
      ['DeletedDto: returned deletedCount may be null'],
    ],
    [
      'a header',
      (d) => delete operation(d, 'listItems').responses[200].headers['X-Total-Count'],
      ['listItems: 200 header X-Total-Count is gone'],
    ],
    [
      'a status',
      (d) => {
        const { responses } = operation(d, 'createReview');
        responses[200] = responses[201];
        delete responses[201];
      },
      ['createReview: 201 is gone'],
    ],
    [
      'a content type',
      (d) => {
        const { content } = operation(d, 'exportItems').responses[200];
        content['text/plain'] = content['text/csv'];
        delete content['text/csv'];
      },
      ['exportItems: 200 text/csv is gone'],
    ],
    [
      'who may call',
      (d) => (operation(d, 'listItems').security = [{ bearer: [] }]),
      ['listItems: needs bearer'],
    ],
    [
      'what may be sent for it',
      (d) => operation(d, 'listUsers').security.splice(1),
      ['listUsers: is closed to api-key'],
    ],
  ])('finds a change of %s', (_, change, expected) => {
    expect(compare(change)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ['nothing', () => undefined],
    ['a new operation', (d) => (d.paths['/teams'] = { get: { operationId: 'listTeams', responses: {} } })],
    [
      'a new optional parameter and field',
      (d) => {
        operation(d, 'listItems').parameters.push({ name: 'x', in: 'query', schema: { type: 'string' } });
        schema(d, 'CreateReviewDto').properties.title = { type: 'string' };
      },
    ],
    ['a new field of a response', (d) => (schema(d, 'UserDto').properties.team = { type: 'string' })],
    [
      'a wider input',
      (d) => {
        schema(d, 'ProductSort').enum.push('kind');
        parameter(d, 'listReviews', 'limit').schema.maximum = 5_000;
      },
    ],
    [
      'another name in the path',
      (d) => {
        d.paths['/item/{key}'] = d.paths['/item/{id}'];
        delete d.paths['/item/{id}'];
      },
    ],
    ['words', (d) => (operation(d, 'listItems').summary = 'Products')],
  ])('lets %s pass', (_, change) => {
    expect(compare(change)).toEqual([]);
  });

  it('fails until all that it found is announced, and not in the section of another release', () => {
    expect(check(() => undefined)).toEqual({ status: 0, breaking: [] });
    const { status, breaking } = check(change);
    expect({ status, breaking }).toEqual({
      status: 1,
      breaking: ['Role: returned may be guest', 'listReviews: is gone'],
    });
    const announcements = breaking.map((text) => `- \`${text}\`: use something else.`);
    expect(check(change, announcements.join('\n'))).toEqual({ status: 0, breaking: [] });
    expect(check(change, announcements[0])).toEqual({ status: 1, breaking: breaking.slice(1) });
    expect(check(change, `## 0\n\n${announcements.join('\n')}`).status).toBe(1);
  });
});
