import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { breakingChanges } from './api-changes.mjs';
import { ROOT } from './lib/prepare.mjs';

it('finds what breaks a program written for the document before, and nothing else', () => {
  const before = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
  const after = structuredClone(before);
  const { paths } = after;
  const { CreateReviewDto, ProductSort, Role, UserDto } = after.components.schemas;
  const parameter = { name: 'team', in: 'query', schema: { type: 'string' } };

  delete paths['/reviews'].get;
  const added = paths['/user'].get.parameters.push({ ...parameter, required: true }) - 1;
  const removed = ProductSort.enum.shift();
  CreateReviewDto.properties.title = { type: 'string' };
  CreateReviewDto.required.push('title');
  delete UserDto.properties.name;
  Role.enum.push('guest');
  const { responses } = paths['/review'].post;
  responses[200] = responses[201];
  delete responses[201];
  paths['/items'].get.security = [{ bearer: [] }];

  paths['/teams'] = { get: { operationId: 'listTeams', responses: { 200: { description: 'Teams' } } } };
  paths['/items'].get.parameters.push(parameter);
  CreateReviewDto.properties.subtitle = { type: 'string' };
  ProductSort.enum.push('kind');
  UserDto.properties.team = { type: 'string' };
  UserDto.required.push('team');
  paths['/items'].get.summary = 'Products';

  expect(breakingChanges(before, after).toSorted()).toEqual([
    'CreateReviewDto: add properties.title',
    'CreateReviewDto: add required.title',
    'GET /items: add security.0',
    'GET /reviews: remove',
    `GET /user: add parameters.${added}`,
    'POST /review: remove responses.201',
    `ProductSort: replace enum.${removed} by "kind"`,
    'Role: add enum.guest',
    'UserDto: remove properties.name',
  ]);
});

it('does not compare documents of different versions of OpenAPI', () => {
  const after = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
  expect(breakingChanges({ ...after, openapi: '3.0.0', paths: {} }, after)).toEqual([]);
  expect(breakingChanges(after, { ...after, paths: {} })).not.toEqual([]);
});
