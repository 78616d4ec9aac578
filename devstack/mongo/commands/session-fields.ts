import { Binary } from 'bson';
import { MongoError } from '../errors.js';
import { asDoc } from '../values/types.js';

/** A session's name from its `lsid`. */
export const sessionKey = (lsid: unknown): string => {
  const id = asDoc(lsid)?.id;
  if (!(id instanceof Binary)) throw new MongoError(14, "BSON field 'lsid.id' has to be a UUID");
  return Buffer.from(id.value()).toString('hex');
};
