import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { Email } from '../common/fields.js';
import { Limit } from '../common/rate-limit.js';
import { ApiProblems } from '../common/problem.js';
import { NewsletterService } from './newsletter.service.js';

export class SubscribeDto {
  @Email()
  email!: string;
}

export class SubscribedDto {
  /** Always true: the address is kept, whether it was new or not. */
  @ApiProperty({ example: true })
  subscribed!: boolean;
}

@ApiTags('newsletter')
@Controller()
export class NewsletterController {
  constructor(private readonly newsletter: NewsletterService) {}

  /** Keeps an address for the newsletter, once */
  @Post('newsletter')
  @Access('public')
  @Limit('newsletter')
  @ApiCreatedResponse({ type: SubscribedDto })
  @ApiProblems(400)
  async subscribe(@Body() { email }: SubscribeDto): Promise<SubscribedDto> {
    await this.newsletter.subscribe(email);
    return { subscribed: true };
  }
}
