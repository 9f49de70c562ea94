import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { offlineTexts } from '../texts/offline.ts'

const PAGE = 'offline.html'
const WORKER = 'worker.js'

/** Adds the texts to the offline page, and the list of built files to the service worker. */
export const offline = (): Plugin => ({
  name: 'offline',
  apply: 'build',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { filename }) =>
      filename.endsWith(PAGE)
        ? html.replace(/%(\w+)%/g, (_, name: keyof typeof offlineTexts) => offlineTexts[name])
        : html,
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const [page, worker] = [bundle[PAGE], bundle[WORKER]]
      if (page?.type !== 'asset' || worker?.type !== 'chunk' || worker.imports.length > 0)
        return this.error(`${PAGE} has to be a page, and ${WORKER} a script by itself`)
      // The page's own name never changes, so its address contains a hash of its content.
      const digest = createHash('sha256').update(page.source).digest('base64url').slice(0, 8)
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const said = { OFFLINE: `/${PAGE}?${digest}`, FILES: [`/${PAGE}?${digest}`, ...assets.map((name) => `/${name}`)] }
      worker.code = `const ${Object.entries(said).map(([name, value]) => `${name}=${JSON.stringify(value)}`)};${worker.code}`
    },
  },
})
