/** The provider's words for disputes that were decided: these change no more, and nothing is left to respond to. */
export const DECIDED = ['won', 'lost', 'warning_closed', 'prevented'];
