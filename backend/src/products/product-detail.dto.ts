import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SpecValue } from '../kinds/kind.js';
import { ProductDto, SpecTextDto } from './product.dto.js';

/** A specification of one product. */
export class ShownSpecDto extends SpecTextDto {
  @ApiProperty({ example: 'capacityGb' })
  key!: string;

  /** False where it is not known; the text says so. */
  @ApiProperty({ example: true })
  isStated!: boolean;

  /** As it is stored: a number in `unit`, the value of an option or several, or whether. */
  @ApiPropertyOptional({
    oneOf: [
      { type: 'number' },
      { type: 'string' },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' } },
    ],
    example: 480,
  })
  value?: SpecValue;

  @ApiPropertyOptional({ example: 'GB' })
  unit?: string;

  /** The unit's code by UN/CEFACT Recommendation 20, where it has one. */
  @ApiPropertyOptional({ example: 'E34' })
  unitCode?: string;
}

export class SpecGroupDto {
  /** Its heading; empty for the specifications that stand under none. */
  @ApiProperty({ example: 'Storage' })
  label!: string;

  @ApiProperty({ type: [ShownSpecDto] })
  specs!: ShownSpecDto[];
}

/** A product as its page shows it. */
export class ProductDetailDto extends ProductDto {
  /** All specifications of its kind; absent where it has no kind, or one without specifications. */
  @ApiPropertyOptional({ type: [SpecGroupDto] })
  specification?: SpecGroupDto[];
}
