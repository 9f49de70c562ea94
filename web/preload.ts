import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

/** The part of the app that a first visit shows. */
const FIRST = 'signin.tsx'

/**
 * Names the files of the sign-in page in index.html, so that they are requested together with the script that imports them. The
 * app needs them as well.
 */
export const preload = (): Plugin => ({
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, filename }) {
      if (!bundle || !filename.endsWith('index.html')) return []
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${FIRST}`)))
      if (!first) throw new Error(`the build has no ${FIRST}`)
      return [...filesOf(first, bundle)].filter((file) => !html.includes(file)).map(linkTo)
    },
  },
})

/** A chunk with everything that it imports, and their style sheets. */
function filesOf(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, files = new Set<string>()): Set<string> {
  if (files.has(chunk.fileName)) return files
  files.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, files)
  }
  return files
}

const linkTo = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})
