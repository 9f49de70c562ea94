import type { Plugin } from 'vite'

const CATALOGUE = 'virtual:no-sentences'

/**
 * Leaves the English sentences of the router out of the app, which receives them with the answers. Its schemas and rules, which are those
 * of the router, have the codes of their messages. Translations have a file of their own.
 */
export const unspoken = (): Plugin => ({
  name: 'unspoken',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './english.ts' && importer?.endsWith('router/phrases/phrase.ts') ? CATALOGUE : null,
  load: (id) => (id === CATALOGUE ? 'export const englishPhrases = {}' : null),
})
