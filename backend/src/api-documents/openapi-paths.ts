import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];
type Parameters = { in?: string; name?: string }[];

const PARAMETER = /\{([^}]+)\}/g;
const shapeOf = (path: string): string => path.replace(PARAMETER, '{}');
const namesOf = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name]) => name!);

/**
 * Joins paths that differ in nothing but the names of their parameters: to HTTP they are one resource, and OpenAPI allows
 * it only once. They get the names of the path that has most of the operations; each operation keeps what it says of them.
 */
export function joinedPaths(paths: Paths): Paths {
  const bySize = Object.keys(paths).toSorted(
    (a, b) => Object.keys(paths[b]!).length - Object.keys(paths[a]!).length,
  );
  const joined: Paths = {};
  for (const [path, item] of Object.entries(paths)) {
    const name = bySize.find((other) => shapeOf(other) === shapeOf(path))!;
    if (name !== path) rename(Object.values(item as object) as object[], namesOf(path), namesOf(name));
    joined[name] = { ...joined[name], ...item };
  }
  return joined;
}

function rename(operations: { parameters?: Parameters }[], from: string[], to: string[]): void {
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) {
      const index = parameter.in === 'path' ? from.indexOf(parameter.name ?? '') : -1;
      if (index >= 0) parameter.name = to[index]!;
    }
  }
}
