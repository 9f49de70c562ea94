import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { importTexts, inLanguage } from './translated.ts'

const PAGE = 'offline.html'
const WORKER = 'worker.js'

/** Adds the texts to the pages, names them by their language, and adds the list of built files to the service worker. */
export const offline = (language: string): Plugin => ({
  name: 'offline',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const { offlineTexts, pageTexts } = await importTexts<typeof import('../texts/page.ts')>('page.ts', language)
      const texts: Readonly<Record<string, string>> = { ...offlineTexts, ...pageTexts }
      return html.replace(/%(\w+)%/g, (_, name: string) => texts[name] ?? this.error(`no text %${name}%`))
    },
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const [page, worker] = [bundle[PAGE], bundle[inLanguage(WORKER, language)]]
      if (page?.type !== 'asset' || worker?.type !== 'chunk' || worker.imports.length > 0)
        return this.error(`${PAGE} has to be a page, and ${WORKER} a script by itself`)
      // The page's own name never changes, so its address contains a hash of its content.
      const digest = createHash('sha256').update(page.source).digest('base64url').slice(0, 8)
      const address = `/${inLanguage(PAGE, language)}?${digest}`
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const said = { OFFLINE: address, FILES: [address, ...assets.map((name) => `/${name}`)] }
      worker.code = `const ${Object.entries(said).map(([name, value]) => `${name}=${JSON.stringify(value)}`)};${worker.code}`
      if (language === 'en') return
      for (const name of ['index.html', PAGE]) {
        const asset = bundle[name]
        if (asset?.type !== 'asset') return this.error(`the build has no ${name}`)
        delete bundle[name]
        this.emitFile({ type: 'asset', fileName: inLanguage(name, language), source: asset.source })
      }
    },
  },
})
