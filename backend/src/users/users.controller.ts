import { Body, Controller, Delete, Get, Patch, Put, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, ApiEmailParam, type Caller, CurrentUser, EmailParam } from '../common/access.js';
import { ApiCsv, sendCsv } from '../lists/csv.js';
import { DeletedDto } from '../common/deleted.dto.js';
import { ApiIfMatch, IfMatch, type IfMatchHeader } from '../common/versions.js';
import { ApiRows, LimitQuery, sendRows } from '../common/paging.js';
import { ApiProblems } from '../common/problem.js';
import { AccountRemovalService } from './account-removal.service.js';
import {
  AdminDto,
  PersonPageDto,
  SearchUsersQuery,
  UpdateUserDto,
  USER_COLUMNS,
  UserDto,
  UsersQuery,
} from './user.dto.js';
import { RolesService } from './roles.service.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly roles: RolesService,
    private readonly removal: AccountRemovalService,
  ) {}

  /** All users, newest first */
  @Get('user')
  @Access('admin', { scope: 'users' })
  @ApiRows(UserDto)
  @ApiProblems(400)
  async listUsers(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDto[]> {
    return sendRows(reply, await this.users.newest(query.limit));
  }

  /** Search, filter, sort and page the users */
  @Get('users/search')
  @Access('admin', { scope: 'users' })
  @ApiOkResponse({ type: PersonPageDto })
  @ApiProblems(400)
  searchUsers(@Query() query: SearchUsersQuery): Promise<PersonPageDto> {
    return this.users.search(query);
  }

  /** The users of a search, as CSV */
  @Get('users/export')
  @Access('admin', { scope: 'users' })
  @ApiCsv()
  @ApiProblems(400)
  async exportUsers(
    @Query() query: UsersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const found = await this.users.all(query);
    return sendCsv(reply, 'people', USER_COLUMNS, found.rows, found);
  }

  /** A user's profile */
  @Get('user/:email')
  @Access('self-or-admin', { scope: 'users' })
  @ApiEmailParam()
  @ApiOkResponse({ type: UserDto })
  @ApiProblems(404)
  getUser(@EmailParam() email: string): Promise<UserDto> {
    return this.users.get(email);
  }

  /** Changes name, phone, education and LinkedIn, nothing else */
  @Patch('updateUser/:email')
  @Access('self-or-admin')
  @ApiEmailParam()
  @ApiIfMatch()
  @ApiOkResponse({ type: UserDto })
  @ApiProblems(400, 404, 412)
  updateUser(
    @EmailParam() email: string,
    @Body() body: UpdateUserDto,
    @IfMatch() ifMatch: IfMatchHeader,
    @CurrentUser() caller: Caller,
  ): Promise<UserDto> {
    return this.users.update(email, body, ifMatch, caller);
  }

  /** Whether a user is an admin */
  @Get('admin/:email')
  @Access('self-or-admin')
  @ApiEmailParam()
  @ApiOkResponse({ type: AdminDto })
  @ApiProblems(404)
  checkAdmin(@EmailParam() email: string): Promise<AdminDto> {
    return this.users.checkAdmin(email);
  }

  /** Makes a user with a verified address an admin */
  @Put('user/admin/:email')
  @Access('admin')
  @ApiEmailParam()
  @ApiOkResponse({ type: UserDto })
  @ApiProblems(404, 409)
  makeAdmin(@EmailParam() email: string, @CurrentUser() caller: Caller): Promise<UserDto> {
    return this.roles.makeAdmin(email, caller);
  }

  /** Takes an admin's role away, at once */
  @Delete('user/admin/:email')
  @Access('admin')
  @ApiEmailParam()
  @ApiOkResponse({ type: UserDto })
  @ApiProblems(404, 409)
  removeAdmin(@EmailParam() email: string, @CurrentUser() caller: Caller): Promise<UserDto> {
    return this.roles.removeAdmin(email, caller);
  }

  /** Removes a user, cancels their unpaid orders and anonymises the others */
  @Delete('user/:email')
  @Access('admin')
  @ApiEmailParam()
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(404, 409, 503)
  async removeUser(@EmailParam() email: string, @CurrentUser() caller: Caller): Promise<DeletedDto> {
    return { deletedCount: await this.removal.remove(email, caller) };
  }
}
