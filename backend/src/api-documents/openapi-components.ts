import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_RESPONSES } from '../common/problem.js';

type Components = NonNullable<OpenAPIObject['components']>;
type Header = NonNullable<Components['headers']>[string];
type Shared = Record<string, object>;

const header = (description: string, type: 'integer' | 'string', required = true): Header => ({
  description,
  required,
  schema: { type, ...(type === 'integer' ? { minimum: 0, maximum: 86_400 } : { maxLength: 1_024 }) },
});

/** Headers that responses have whatever the call. */
const HEADERS = {
  'X-Request-Id': header("Names this request in the server's logs.", 'string'),
  'WWW-Authenticate': header('How to sign in: `Bearer`.', 'string'),
  'Retry-After': header('Seconds to wait.', 'integer'),
  RateLimit: header(
    'What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`).',
    'string',
    false,
  ),
  'RateLimit-Policy': header(
    'The limits that the call counts towards: requests (`q`) in so many seconds (`w`).',
    'string',
    false,
  ),
};
type HeaderName = keyof typeof HEADERS;

const ref = (kind: keyof Components, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** References to headers of `components`. */
export const headerRefs = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

/** A reference to the response with the problem of a status. */
export const problemRef = (status: number) => ref('responses', PROBLEM_RESPONSES[status]!.name);

const problemHeaders = (status: number): HeaderName[] => [
  ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
  ...(status === 429 ? (['Retry-After', 'RateLimit', 'RateLimit-Policy'] as const) : []),
  'X-Request-Id',
];

/** Adds the headers and the problems that operations refer to. */
export function addSharedComponents(components: Components): void {
  components.headers = HEADERS;
  const schema = { $ref: '#/components/schemas/ProblemDto' };
  components.responses = Object.fromEntries(
    Object.entries(PROBLEM_RESPONSES).map(([status, { name, description }]) => [
      name,
      {
        description,
        headers: {
          ...headerRefs(...problemHeaders(Number(status))),
          // not where nobody can know
          ...(['409', '503'].includes(status) && {
            'Retry-After': header('Seconds to wait.', 'integer', false),
          }),
        },
        content: { 'application/problem+json': { schema } },
      },
    ]),
  );
}

interface Use {
  name: string;
  tag: string;
  replace(by: object): void;
}

/**
 * Moves parameters and headers that several operations have alike into `components`. One that has its name for itself there
 * keeps it; of several with one name each is called after the first tag that uses it, as in `orders.sort`.
 */
export function shareRepeated(document: OpenAPIObject): void {
  const parameters = new Map<string, Use[]>();
  const headers = new Map<string, Use[]>();
  const add = (to: typeof parameters, value: object, use: Use): void => {
    if ('$ref' in value) return;
    const key = JSON.stringify([use.name, value]);
    to.set(key, [...(to.get(key) ?? []), use]);
  };
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item as object) as Operation[]) {
      const { tags: [tag = ''] = [], parameters: own = [], responses } = operation;
      for (const [index, parameter] of own.entries()) {
        const replace = (by: object) => void own.splice(index, 1, by as Parameter);
        add(parameters, parameter, { name: parameter.name, tag, replace });
      }
      for (const response of Object.values(responses)) {
        const { headers: sent = {} } = response;
        for (const [name, value] of Object.entries(sent))
          add(headers, value, { name, tag, replace: (by) => void (sent[name] = by) });
      }
    }
  }
  const components = document.components!;
  components.parameters = share('parameters', parameters) as NonNullable<Components['parameters']>;
  components.headers = {
    ...components.headers,
    ...(share('headers', headers) as NonNullable<Components['headers']>),
  };
}

type Parameter = { name: string } & Record<string, unknown>;
interface Operation {
  tags?: string[];
  parameters?: Parameter[];
  responses: Record<string, { headers?: Record<string, object> }>;
}

function share(kind: 'parameters' | 'headers', uses: Map<string, Use[]>): Shared {
  const repeated = [...uses].filter(([, { length }]) => length > 1);
  const shared: Shared = {};
  for (const [key, all] of repeated) {
    const [, value] = JSON.parse(key) as [string, object];
    const { name, tag } = all[0]!;
    const isOnly = repeated.every(([, [other]]) => other === all[0] || other!.name !== name);
    let called = isOnly ? name : `${tag}.${name}`.replaceAll(' ', '-');
    if (called in shared) called += '.2';
    shared[called] = value;
    for (const use of all) use.replace(ref(kind, called));
  }
  return shared;
}
