import { ApiProperty } from '@nestjs/swagger';

export class DeletedDto {
  /** How many were removed. */
  @ApiProperty({ type: 'integer', example: 1 })
  deletedCount!: number;
}
