/**
 * Breaking changes between two OpenAPI 3.0 documents: what a program written for the first one can trip over. What a call takes may become
 * wider and what it returns narrower, never the other way round.
 */

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const ALL_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
/** Bounds of what is taken: each with whether a value is stricter than the one before. */
const BOUNDS = {
  minimum: (now, before = -Infinity) => now > before,
  minLength: (now, before = 0) => now > before,
  minItems: (now, before = 0) => now > before,
  maximum: (now, before = Infinity) => now < before,
  maxLength: (now, before = Infinity) => now < before,
  maxItems: (now, before = Infinity) => now < before,
  pattern: (now, before) => now !== before,
  multipleOf: (now, before) => now !== before,
  format: (now, before) => now !== before,
};

/** @returns {string[]} each as `operation or schema: where what`, in order */
export function breakingChanges(before, after) {
  const found = new Set();
  const then = operationsOf(before);
  const now = operationsOf(after);
  const schemas = new Schemas(before, after, found);
  for (const [key, old] of then) {
    const add = (what) => found.add(`${old.operationId}: ${what}`);
    const current = now.get(key);
    if (!current) {
      add('is gone');
      continue;
    }
    if (current.operationId !== old.operationId) add(`is called ${current.operationId}`);
    compareSecurity(old, current, add);
    compareParameters(old, current, schemas, add);
    compareBodies(old, current, schemas, add);
    compareResponses(old, current, schemas, add);
  }
  return [...found];
}

/** By method and path, whatever the path's parameters are called. */
const operationsOf = ({ paths }) =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      METHODS.flatMap((method) =>
        methods[method] ? [[`${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`, methods[method]]] : [],
      ),
    ),
  );

const schemesOf = (alternatives) => alternatives.map((schemes) => Object.keys(schemes).join(' and '));

function compareSecurity({ security: old = [] }, { security: current = [] }, add) {
  if (current.length === 0) return;
  if (old.length === 0) add(`needs ${schemesOf(current).join(' or ')}`);
  for (const name of schemesOf(old)) if (!schemesOf(current).includes(name)) add(`is closed to ${name}`);
}

/** Parameters by their place and name; those of the path by their position. */
function parametersOf({ parameters = [] }) {
  let inPath = 0;
  return new Map(
    parameters.map((parameter) => {
      const name = parameter.in === 'path' ? `path ${(inPath += 1)}` : `${parameter.in} ${parameter.name}`;
      return [parameter.in === 'header' ? name.toLowerCase() : name, parameter];
    }),
  );
}

function compareParameters(old, current, schemas, add) {
  const [then, now] = [parametersOf(old), parametersOf(current)];
  for (const [name, { schema, required }] of then) {
    if (!now.has(name)) add(`${name} is gone`);
    else {
      if (now.get(name).required && !required) add(`${name} is required`);
      schemas.compare('taken', schema, now.get(name).schema, name, add);
    }
  }
  for (const [name, { required }] of now) if (required && !then.has(name)) add(`${name} is new and required`);
}

function compareBodies({ requestBody: old }, { requestBody: current }, schemas, add) {
  if (current?.required && !old?.required) add('body is required');
  for (const [type, { schema }] of Object.entries(old?.content ?? {})) {
    const now = current?.content?.[type];
    if (now) schemas.compare('taken', schema, now.schema, 'body', add);
    else add(`body ${type} is gone`);
  }
}

function compareResponses(old, current, schemas, add) {
  for (const [status, response] of Object.entries(old.responses)) {
    if (status >= '400') continue;
    const now = current.responses[status];
    if (!now) {
      add(`${status} is gone`);
      continue;
    }
    for (const name of Object.keys(response.headers ?? {}))
      if (!now.headers?.[name]) add(`${status} header ${name} is gone`);
    for (const [type, { schema }] of Object.entries(response.content ?? {})) {
      if (now.content?.[type]) schemas.compare('returned', schema, now.content[type].schema, status, add);
      else add(`${status} ${type} is gone`);
    }
  }
}

class Schemas {
  /** Pairs of named schemas that have been compared, for each direction. */
  #compared = new Set();

  constructor(before, after, found) {
    this.before = before.components?.schemas ?? {};
    this.after = after.components?.schemas ?? {};
    this.found = found;
  }

  /**
   * A schema with a name is compared once, and its changes are reported under the name.
   *
   * @param {'taken' | 'returned'} way
   */
  compare(way, old = {}, current = {}, where, add) {
    const name = nameOf(old);
    if (!name) return this.#compareShapes(way, old, flat(current, this.after), where, add);
    const key = `${way} ${name} ${nameOf(current)}`;
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    const addTo = (what) => this.found.add(`${name}: ${way} ${what.trim()}`);
    this.#compareShapes(way, flat(old, this.before), flat(current, this.after), '', addTo);
  }

  #compareShapes(way, old, current, where, add) {
    const [then, now] = [alternatives(old, this.before), alternatives(current, this.after)];
    if (then.length === 1 && now.length === 1) return this.#compareOne(way, then[0], now[0], where, add);
    const [sources, targets] = way === 'taken' ? [then, now] : [now, then];
    const fits = (source, target) => {
      const problems = [];
      const pair = way === 'taken' ? [source, target] : [target, source];
      this.#compareOne(way, ...pair, '', (what) => problems.push(what));
      return problems.length === 0;
    };
    const types = new Set(targets.flatMap(typesOf));
    for (const source of sources) {
      if (
        isAny(source) &&
        ALL_TYPES.every((type) => types.has(type) || (type === 'integer' && types.has('number')))
      )
        continue;
      if (!targets.some((target) => fits(source, target)))
        add(
          `${where} ${way === 'taken' ? 'no longer takes' : 'may be'} ${typesOf(source).join(' or ')}`.trim(),
        );
    }
  }

  #compareOne(way, old, current, where, add) {
    const report = (what, field = '') => add([where + field, what].filter(Boolean).join(' '));
    const [narrow, wide] = way === 'taken' ? [old, current] : [current, old];
    const allowed = new Set(typesOf(wide));
    for (const type of typesOf(narrow)) {
      if (allowed.has(type) || (type === 'integer' && allowed.has('number'))) continue;
      report(way === 'taken' ? `no longer takes ${type}` : `may be ${type}`);
    }
    if (wide.enum) {
      if (!narrow.enum) report(way === 'taken' ? 'takes only some values' : 'may be any value');
      for (const value of narrow.enum ?? [])
        if (!wide.enum.includes(value))
          report(way === 'taken' ? `no longer takes ${value}` : `may be ${value}`);
    }
    if (way === 'taken' && old.type !== 'null') {
      for (const [bound, isStricter] of Object.entries(BOUNDS)) {
        if (current[bound] !== undefined && isStricter(current[bound], old[bound]))
          report(`has the ${bound} ${current[bound]}`);
      }
    }
    this.#compareFields(way, old, current, where, add, report);
    if (old.items && current.items) this.compare(way, old.items, current.items, `${where}[]`, add);
    if (typeof old.additionalProperties === 'object' && typeof current.additionalProperties === 'object')
      this.compare(way, old.additionalProperties, current.additionalProperties, `${where}.*`, add);
  }

  #compareFields(way, old, current, where, add, report) {
    const [then, now] = [old.properties ?? {}, current.properties ?? {}];
    const [needed, needs] = [new Set(old.required), new Set(current.required)];
    for (const [field, schema] of Object.entries(then)) {
      if (!now[field]) report('is gone', ` ${field}`);
      else {
        if (way === 'returned' && needed.has(field) && !needs.has(field))
          report('may be absent', ` ${field}`);
        this.compare(way, schema, now[field], `${where} ${field}`, add);
      }
    }
    if (way === 'taken')
      for (const field of needs) if (!needed.has(field)) report('is required', ` ${field}`);
  }
}

/** The name of a reference, also of one with a description next to it. */
const nameOf = ({ $ref, allOf }) =>
  ($ref ?? (allOf?.length === 1 ? allOf[0].$ref : undefined))?.split('/').at(-1);

/** A schema with its reference followed, and what all of `allOf` say joined. */
function flat(schema, named) {
  if (schema.$ref) return flat(named[nameOf(schema)] ?? {}, named);
  const { allOf, ...own } = schema;
  return (allOf ?? []).reduce((joined, part) => {
    const other = flat(part, named);
    return {
      ...other,
      ...joined,
      ...((joined.properties || other.properties) && {
        properties: { ...other.properties, ...joined.properties },
      }),
      ...((joined.required || other.required) && {
        required: [...(other.required ?? []), ...(joined.required ?? [])],
      }),
    };
  }, own);
}

function alternatives(schema, named) {
  const { oneOf, anyOf, nullable } = flat(schema, named);
  const parts = oneOf ?? anyOf;
  if (!parts) return [flat(schema, named)];
  return [...parts.flatMap((part) => alternatives(part, named)), ...(nullable ? [{ type: 'null' }] : [])];
}

const typesOf = ({ type, nullable }) => (type ? [type, ...(nullable ? ['null'] : [])] : ALL_TYPES);

const isAny = (schema) => Object.keys(schema).every((key) => key === 'description' || key === 'example');
