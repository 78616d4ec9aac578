import type { Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';

/** Documents a body by an example that is accepted as it stands. Without it the document makes one of the fields' own. */
export const ApiBodyExample = (type: Type<unknown>, value: object) =>
  ApiBody({ type, examples: { body: { value } } });
