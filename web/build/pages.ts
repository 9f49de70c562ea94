import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, build, type Plugin, type PluginOption, type Rollup } from 'vite'
import { inLanguage, translated } from './translated.ts'
import { undocumented } from './undocumented.ts'

const WEB = join(import.meta.dirname, '..')

/**
 * The pages of the app, and the modules that each shows first. The router sends the second one to browsers without a session. Every
 * screen needs the chunk of `Attention.tsx` a moment later.
 */
const PAGES = {
  'index.html': ['boot/app.tsx', 'home/dashboard/Attention.tsx'],
  'signin.html': ['boot/signin.tsx'],
} as const

/**
 * Makes two pages of index.html. Both name the files that they show first, so that these are requested together with the script
 * that imports them. The first one has the frame of the screens as HTML and the second one the sign-in page, which are there as
 * soon as their style sheets.
 */
export const pages = (language: string): Plugin => ({
  name: 'pages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return this.error('the build has no index.html')
      const source = String(page.source)
      const script = this.getFileName(
        this.emitFile({ type: 'asset', name: 'first.js', source: await scriptBeforeDrawing() }),
      )
      const pageWith = (name: keyof typeof PAGES, content: string): string => {
        const files = new Set(PAGES[name].flatMap((module) => [...filesOf(chunkWith(module, bundle), bundle)]))
        const missing = [...files].filter((file) => !source.includes(file))
        // Style sheets first: nothing is drawn before them, and a browser fetches six files at a time.
        const links = [...missing.filter(isSheet), ...missing.filter((file) => !isSheet(file))].map(linkTo)
        const head = [`<script src="/${script}"></script>`, ...links].map((line) => `    ${line}\n`)
        return source
          .replace('  </head>', `${head.join('')}  </head>`)
          .replace(PLACE, PLACE.replace('><', `>${content}<`))
      }
      const content = await contents(language)
      page.source = pageWith('index.html', content['index.html'])
      const signIn = pageWith('signin.html', content['signin.html'])
      this.emitFile({ type: 'asset', fileName: inLanguage('signin.html', language), source: signIn })
    },
  },
})

const PLACE = '<div id="app"></div>'

function chunkWith(module: string, bundle: Rollup.OutputBundle): Rollup.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!found) throw new Error(`the build has no ${module}`)
  return found
}

/** A chunk with everything that it imports, and their style sheets. */
function filesOf(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle, files = new Set<string>()): Set<string> {
  if (files.has(chunk.fileName)) return files
  files.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, files)
  }
  // After those of what it imports: later sheets correct earlier ones.
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
  return files
}

const isSheet = (file: string): boolean => file.endsWith('.css')

const linkTo = (file: string): string =>
  `<link rel="${isSheet(file) ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`

/** Builds a module of the app into one script, without writing it. */
async function scriptOf(options: BuildEnvironmentOptions, plugins: PluginOption[] = []): Promise<string> {
  const common = {
    root: WEB,
    plugins,
    publicDir: false,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
  } as const
  const built = (await build({
    ...common,
    build: { write: false, copyPublicDir: false, ...options },
  })) as Rollup.RollupOutput
  const [script] = built.output
  return script.code
}

/** A classic script: modules run only after the page has been drawn. */
const scriptBeforeDrawing = (): Promise<string> =>
  scriptOf({ rolldownOptions: { input: join(WEB, 'boot/beforeDrawing.ts'), output: { format: 'iife' } } })

/** The HTML that the pages have before any script. */
async function contents(language: string): Promise<Record<keyof typeof PAGES, string>> {
  const plugins = [translated(language), react(), undocumented()]
  const code = await scriptOf(
    { ssr: 'build/prerender.tsx', rolldownOptions: { output: { codeSplitting: false } } },
    plugins,
  )
  const { prerendered }: typeof import('./prerender.tsx') = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  return prerendered()
}
