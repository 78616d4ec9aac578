import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength, ValidateIf } from 'class-validator';
import type { CsvColumn } from '../lists/csv.js';
import { ID_SCHEMA, Ignored, Line, Optional, Phone } from '../common/fields.js';
import { PageOf, PageQuery } from '../common/paging.js';
import { type Role, ROLES, type User } from './user.schema.js';

/** A user's profile. */
export class UserDto {
  @ApiProperty(ID_SCHEMA)
  _id!: string;
  @ApiProperty({ example: 'customer@example.com' })
  email!: string;
  /** Whether the identity provider has verified the address; only then can they become an admin. */
  @ApiProperty({ example: true })
  emailVerified!: boolean;
  @ApiProperty({ example: 'Casey Customer' })
  name!: string;
  @ApiProperty({ example: '5550100' })
  phone!: string;
  @ApiProperty({ example: 'BSc Mechanical Engineering' })
  education!: string;
  @ApiProperty({ example: 'https://www.linkedin.com/in/casey-customer' })
  linkedIn!: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role!: Role;
  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt!: string;
}

const profileOf = (user: User) => ({
  _id: String(user._id),
  email: user.email,
  emailVerified: user.emailVerified ?? false,
  name: user.name,
  phone: user.phone,
  education: user.education,
  linkedIn: user.linkedIn,
  role: user.role,
  createdAt: user.createdAt.toISOString(),
});

export const toUserDto = (user: User): UserDto => profileOf(user);

/** A user as admins see them. */
export class PersonDto extends UserDto {
  /** When they were last signed in, to the hour; absent when that is not known. */
  @ApiPropertyOptional({ type: 'string', format: 'date-time' })
  lastSeenAt?: string;
}

export const toPersonDto = (user: User): PersonDto => ({
  ...profileOf(user),
  ...(user.lastSeenAt && { lastSeenAt: user.lastSeenAt.toISOString() }),
});

export const USER_COLUMNS: readonly CsvColumn<User>[] = [
  { header: 'id', value: ({ _id }) => String(_id) },
  { header: 'email', value: ({ email }) => email },
  { header: 'emailVerified', value: ({ emailVerified }) => emailVerified ?? false },
  { header: 'name', value: ({ name }) => name },
  { header: 'phone', value: ({ phone }) => phone },
  { header: 'education', value: ({ education }) => education },
  { header: 'linkedIn', value: ({ linkedIn }) => linkedIn },
  { header: 'role', value: ({ role }) => role },
  { header: 'createdAt', value: ({ createdAt }) => createdAt },
  { header: 'lastSeenAt', value: ({ lastSeenAt }) => lastSeenAt },
];

const PROFILE_FIELDS = ['name', 'phone', 'education', 'linkedIn'] as const;
type ProfileField = (typeof PROFILE_FIELDS)[number];

/** A field that may be left out while another one is given; each says that it is required where none is. */
const LeftOutAmongOthers = (field: ProfileField) =>
  ValidateIf(
    (profile: UpdateUserDto) =>
      profile[field] !== undefined || PROFILE_FIELDS.every((name) => profile[name] === undefined),
  );

/** The fields to change; what is left out stays as it is. */
export class UpdateUserDto {
  @LeftOutAmongOthers('name')
  @Line(100, 'Name is Required', 'Casey Customer', { required: false })
  name?: string;

  @LeftOutAmongOthers('phone')
  @Phone('Phone is Required', { required: false })
  phone?: string;

  @LeftOutAmongOthers('education')
  @Line(300, 'Education is Required', 'BSc Mechanical Engineering', { required: false })
  education?: string;

  @LeftOutAmongOthers('linkedIn')
  @Line(300, 'LinkedIn is Required', 'https://www.linkedin.com/in/casey-customer', { required: false })
  linkedIn?: string;

  /** Accepted and ignored: the path names the user, and nobody's address is changed. */
  @Ignored('customer@example.com')
  email?: unknown;
}

export class AdminDto {
  /** Whether the user is an admin now. */
  @ApiProperty({ example: false })
  admin!: boolean;
}

export const USER_SORTS = ['newest', 'oldest'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** Which users; all of it must hold. */
export class UsersQuery {
  /** Words, or beginnings of words, of the name or address; all must match. */
  @ApiPropertyOptional({ type: 'string', maxLength: 200 })
  @Optional()
  @IsString()
  @MaxLength(200, { message: 'Enter at most 200 characters.' })
  q?: string;

  /** Only users of this role. */
  @ApiPropertyOptional({ enum: ROLES, enumName: 'Role' })
  @Optional()
  @IsIn(ROLES)
  role?: Role;

  /** By when they first signed in. */
  @ApiPropertyOptional({ enum: USER_SORTS, enumName: 'UserSort', default: 'newest' })
  @Optional()
  @IsIn(USER_SORTS)
  sort?: UserSort;
}

export class SearchUsersQuery extends IntersectionType(UsersQuery, PageQuery) {}

export class PersonPageDto extends PageOf(PersonDto) {}
