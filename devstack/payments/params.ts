import { invalid, type ApiError } from './errors.js';
import type { Metadata } from './types.js';

export type Value = string | Value[] | { [key: string]: Value };

const MAX_PAIRS = 500;
const KEY = /^([\w.-]+)((?:\[[^[\]]*\])*)$/;

/** Reads `a[b][c]=1&list[]=2&list[0]=3` into nested values, as Stripe does. Bounded in number and depth. */
export function parseForm(text: string): Record<string, Value> {
  const root: Record<string, Value> = Object.create(null) as Record<string, Value>;
  let pairs = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    pairs += 1;
    if (pairs > MAX_PAIRS) throw invalid('Too many parameters.');
    const parts = KEY.exec(key);
    if (!parts) throw invalid(`Invalid parameter name: ${key}`, 'parameter_unknown', key);
    const path = [parts[1]!, ...[...parts[2]!.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1]!)];
    if (path.length > 6) throw invalid(`Parameter nested too deeply: ${key}`, 'parameter_unknown', key);
    assign(root, path, value, key);
  }
  return root;
}

function assign(root: Record<string, Value>, path: string[], value: string, key: string): void {
  let node = root;
  for (const [depth, part] of path.entries()) {
    const last = depth === path.length - 1;
    const name = part === '' ? String(Object.keys(node).length) : part;
    if (last) {
      node[name] = value;
      return;
    }
    const next = (node[name] ??= Object.create(null) as Record<string, Value>);
    if (typeof next === 'string') throw invalid(`Invalid object: ${key}`, 'parameter_invalid', key);
    node = next as Record<string, Value>;
  }
}

/**
 * Takes parameters out by name and type; `done` refuses what was not taken, as Stripe refuses unknown names.
 * Every refusal is a 400 with Stripe's `code` and the full `param`.
 */
export class Params {
  private readonly left: Map<string, Value>;

  constructor(
    values: Record<string, Value>,
    private readonly prefix = '',
  ) {
    this.left = new Map(Object.entries(values));
  }

  /** Absent is `undefined`; empty is `''`, which unsets a field. */
  text(name: string, max = 5000): string | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const param = this.path(name);
    if (typeof value !== 'string') throw invalid(`Invalid string: ${param}`, 'parameter_invalid', param);
    if (value.length > max) {
      throw invalid(`Invalid string: must be at most ${max} characters`, 'parameter_invalid', param);
    }
    return value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value) return value;
    const param = this.path(name);
    if (value === '') {
      const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
      throw invalid(message, 'parameter_invalid_empty', param);
    }
    throw missingParam(param);
  }

  requiredPresent(name: string): void {
    if (this.left.has(name)) return;
    throw missingParam(this.path(name));
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    const param = this.path(name);
    throw invalid(`Invalid integer: ${value}`, 'parameter_invalid_integer', param);
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw invalid(`Invalid boolean: ${value}`, undefined, this.path(name));
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if ((allowed as readonly string[]).includes(value)) return value as T;
    const list = allowed.length === 1 ? `must be ${allowed[0]}` : `must be one of ${allowed.join(', ')}`;
    throw invalid(`Invalid ${this.path(name)}: ${list}`, 'parameter_invalid', this.path(name));
  }

  list(name: string): string[] | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const items = typeof value === 'string' ? [] : Object.values(value);
    if (typeof value === 'string' || items.some((item) => typeof item !== 'string')) {
      throw invalid('Invalid array', 'parameter_invalid', this.path(name));
    }
    return items as string[];
  }

  nested(name: string): Params | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') throw invalid('Invalid object', 'parameter_invalid', this.path(name));
    return new Params(value as Record<string, Value>, this.path(name));
  }

  metadata(): Metadata {
    const value = this.take('metadata') ?? {};
    if (typeof value === 'string') throw invalid('Invalid object', 'parameter_invalid', 'metadata');
    const metadata = Object.entries(value);
    for (const [key, item] of metadata) {
      if (typeof item !== 'string' || key.length > 40 || item.length > 500) {
        throw invalid('Metadata keys have at most 40 characters, values 500.', undefined, `metadata[${key}]`);
      }
    }
    if (metadata.length > 50) throw invalid('Metadata has at most 50 keys.', undefined, 'metadata');
    return Object.fromEntries(metadata.filter(([, item]) => item !== '')) as Metadata;
  }

  /** Takes names that are understood but change nothing here. */
  ignore(...names: string[]): void {
    for (const name of names) this.left.delete(name);
  }

  done(): void {
    const [name] = this.left.keys();
    if (name === undefined) return;
    const param = this.path(name);
    throw invalid(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }

  private take(name: string): Value | undefined {
    const value = this.left.get(name);
    this.left.delete(name);
    return value;
  }

  private path(name: string): string {
    return this.prefix ? `${this.prefix}[${name}]` : name;
  }
}

export function missingParam(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, 'parameter_missing', param);
}
