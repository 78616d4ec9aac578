import { ValidateBy, type ValidationOptions } from 'class-validator';

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
