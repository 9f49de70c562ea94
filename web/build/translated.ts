import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const WEB = join(import.meta.dirname, '..')
const TEXTS = join(WEB, 'texts')
/** Translations of modules with texts in other folders. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  [join(WEB, 'texts.ts')]: 'texts.ts',
  [join(WEB, '../router/phrases/en/policies.ts')]: 'router/policies.ts',
}
const MANIFEST = 'manifest.webmanifest'

/** The name of a file in a language: `index.html` is the English one of `index.de.html`. */
export const inLanguage = (name: string, language: string): string =>
  language === 'en' ? name : name.replace(/(?=\.\w+$)/, `.${language}`)

/** The translation of a module with texts; undefined for other modules, and where there is none. */
export function translationOf(path: string, language: string): string | undefined {
  const name = ELSEWHERE[path] ?? relative(TEXTS, path)
  if (language === 'en' || name.startsWith('..')) return undefined
  const translation = join(TEXTS, language, name)
  return existsSync(translation) ? translation : undefined
}

/** Imports the texts that a build needs itself. */
export const importTexts = <T>(name: string, language: string): Promise<T> => {
  const path = join(TEXTS, name)
  return import(translationOf(path, language) ?? path)
}

/**
 * Builds the app in a language: modules with texts are replaced by their translations, and pages and the manifest are in that
 * language. Texts are constants of their modules, so that a screen loads the texts of one language, in the same file.
 */
export const translated = (language: string): Plugin => ({
  name: 'translated',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null
    const translation = translationOf(resolve(dirname(importer), source), language)
    // A translation may use what is the same in all languages.
    return translation && translation !== importer ? translation : null
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace('<html lang="en"', `<html lang="${language}"`)
        .replace(`"/${MANIFEST}"`, `"/${inLanguage(MANIFEST, language)}"`),
  },
  async generateBundle() {
    if (language === 'en') return
    const { pageTexts } = await importTexts<typeof import('../texts/page.ts')>('page.ts', language)
    const { shortcuts, ...manifest } = JSON.parse(readFileSync(join(WEB, 'public', MANIFEST), 'utf8'))
    const [devices, add] = shortcuts
    this.emitFile({
      type: 'asset',
      fileName: inLanguage(MANIFEST, language),
      source: JSON.stringify({
        ...manifest,
        lang: language,
        description: pageTexts.description,
        shortcuts: [
          { ...devices, name: pageTexts.devices },
          { ...add, name: pageTexts.addDevice },
        ],
      }),
    })
  },
})
