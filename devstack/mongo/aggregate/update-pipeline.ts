export { compilePipelineUpdate } from './stages.js';
