import { ValidateBy, type ValidationOptions } from 'class-validator';
import { Types } from 'mongoose';

const PATH = '/api/images/';
const ID = new RegExp(`${PATH}([0-9a-f]{24})`);

/**
 * Where an image is: an https URL, or a path on this origin with one leading slash. Stored as text and never fetched.
 */
export const isImageUrl = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > 2048 || /[\s<>"'`\\]/.test(value)) return false;
  if (value.startsWith('/')) return !value.startsWith('//');
  return /^https:\/\//i.test(value) && URL.canParse(value);
};

export const IsImageUrl = (options?: ValidationOptions) =>
  ValidateBy({ name: 'isImageUrl', validator: { validate: isImageUrl } }, options);

/** Where an uploaded image is. */
export const imageUrl = (id: string): string => PATH + id;

/** Whether a URL is the path of an uploaded image, and not perhaps one of another shop. */
export const isOwnImage = (url: string): boolean => url.startsWith(PATH);

/** The uploaded image that a URL names, by its path or with an origin; undefined for any other. */
export function imageIdOf(url: string): Types.ObjectId | undefined {
  const id = ID.exec(url)?.[1];
  return id === undefined ? undefined : new Types.ObjectId(id);
}
