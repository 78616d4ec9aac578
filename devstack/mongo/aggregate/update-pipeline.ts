import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { MAP_STAGES, stageOf } from './map-stages.js';

/** A pipeline given in the place of an update: only stages that make one document of one. */
export const compilePipelineUpdate = (pipeline: unknown[], vars: Doc = {}): ((doc: Doc) => Doc) => {
  const stages = pipeline.map((each) => {
    const [name, operand] = stageOf(each);
    if (!Object.hasOwn(MAP_STAGES, name))
      throw new MongoError(72, `${name} is not allowed to be used within an update`);
    return MAP_STAGES[name]!(operand, { NOW: new Date(), ...vars }, name);
  });
  return (doc) => {
    const result = stages.reduce((current, stage) => stage(current), doc);
    // A new root without an `_id` keeps the old one.
    return '_id' in result || !('_id' in doc) ? result : { _id: doc._id, ...result };
  };
};
