/**
 * Matches the journeys that would disturb others. They run alone, one after the other. Those of the chat move the clock,
 * which all journeys share. That of the picture deletes it, while the library page of another journey may request its
 * thumbnail.
 */
export const journeysAlone = /(chat(-clock)?|picture)\.journey\.ts$/
