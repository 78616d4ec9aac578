import { partsAvailable } from '../../bench/parts/convert.mjs';

/** Says that the specs of the real parts are left out where there are none; `vitest.config.js` leaves them out. */
export default function setUp() {
  if (!partsAvailable()) console.log('Not run, since there is no ../shared/parts: real-parts');
}
