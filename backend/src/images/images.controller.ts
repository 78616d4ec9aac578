import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiProduces,
  ApiProperty,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Access, type GuardedRequest } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiIdempotencyKey } from '../idempotency/idempotent.js';
import { ApiProblems } from '../common/problem.js';
import { RouteConfig } from '../common/route-config.js';
import { VARIANT_NAMES } from './image-variants.js';
import { ImagesService } from './images.service.js';

class ImageDataDto {
  /** Where the image is: a path on this origin, or an https URL. */
  @ApiProperty({ example: '/api/images/665f1c2ab8d4e1a2b3c4d5e6' })
  url!: string;
}

export class ImageUploadedDto {
  @ApiProperty({ example: true })
  success!: boolean;
  @ApiProperty()
  data!: ImageDataDto;
}

class ImageVariantParam extends IdParam {
  @ApiProperty({
    enum: VARIANT_NAMES,
    description: 'The longest side in pixels, and the format.',
    example: '480.avif',
  })
  @IsIn(VARIANT_NAMES)
  variant!: string;
}

@ApiTags('images')
@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  /** Uploads an image, which is re-encoded as WebP */
  @Post('images')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @RouteConfig({ multipart: true })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['image'],
      properties: { image: { type: 'string', format: 'binary', minLength: 1, example: 'drive.webp' } },
    },
    encoding: { image: { contentType: 'image/jpeg, image/png, image/webp, image/avif' } },
  })
  @ApiOkResponse({ type: ImageUploadedDto })
  @ApiIdempotencyKey()
  @ApiProblems(400, 413, 415, 503)
  async uploadImage(
    @Req() request: GuardedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImageUploadedDto> {
    return { success: true, data: { url: await this.images.upload(request, reply) } };
  }

  /** An image */
  @Get('images/:id')
  @Access('public')
  @ApiProduces('image/webp')
  @ApiOkResponse({ description: 'The image.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 304, description: 'The cached copy is current.' })
  @ApiProblems(400, 404)
  getImage(
    @Param() { id }: IdParam,
    @Req() request: GuardedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.images.send(id, request, reply);
  }

  /** A smaller form of an image; the image itself while that is being made */
  @Get('images/:id/:variant')
  @Access('public')
  @ApiProduces('image/avif', 'image/webp')
  @ApiOkResponse({ description: 'The image.', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({ status: 304, description: 'The cached copy is current.' })
  @ApiProblems(400, 404)
  getImageVariant(
    @Param() { id, variant }: ImageVariantParam,
    @Req() request: GuardedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.images.sendVariant(id, variant, request, reply);
  }
}
