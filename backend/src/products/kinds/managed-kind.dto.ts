import { ApiProperty } from '@nestjs/swagger';
import { KindDto } from '../../kinds/kind.dto.js';

/** A kind as admins edit it. */
export class EditableKindDto extends KindDto {
  /** Whether it came with the shop. */
  @ApiProperty()
  isBuiltIn!: boolean;

  /** The keys that rules of the shop read: they cannot be removed, nor change their type or unit. */
  @ApiProperty({ type: [String], example: ['lengthMm'] })
  reservedKeys!: string[];

  /** How many parts there are of it, archived ones included. */
  @ApiProperty({ type: 'integer', example: 12 })
  parts!: number;

  /** How many parts on sale have no value, by the key of the specification. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
    example: { lengthMm: 3 },
  })
  lacking!: Record<string, number>;
}

/** A kind in the admins' list. */
export class ManagedKindDto {
  @ApiProperty({ example: 'graphics-card' })
  slug!: string;

  @ApiProperty({ example: 'Graphics card' })
  label!: string;

  @ApiProperty({ example: 'Graphics cards' })
  plural!: string;

  @ApiProperty({ example: '' })
  group!: string;

  @ApiProperty()
  isBuiltIn!: boolean;

  /** How many specifications it has. */
  @ApiProperty({ type: 'integer', example: 14 })
  specs!: number;

  /** How many parts there are of it, archived ones included. */
  @ApiProperty({ type: 'integer', example: 12 })
  parts!: number;
}

export class ManagedKindListDto {
  @ApiProperty({ type: [ManagedKindDto] })
  kinds!: ManagedKindDto[];
}
