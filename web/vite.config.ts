import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './compress.ts'
import { offline } from './offline/build.ts'
import { undocumented } from './undocumented.ts'

/**
 * Which files the build makes of the app. Left alone it makes a file of whatever two screens share, some two hundred, and a
 * browser fetches six at a time. So that a screen is one file more, or none: what the first screens are made of, in two
 * parts, since the libraries outlast many versions of ours; what is loaded right after these; and what the other screens share.
 * Styles of all other screens come together, so that their order does not depend on the way somebody took.
 */
const chunks = {
  groups: [
    { name: 'libraries', tags: ['$initial' as const], test: /node_modules.*(?<!\.css)$/, priority: 4 },
    { name: 'start', tags: ['$initial' as const], test: /^(?!.*web.offline)/, priority: 3 },
    {
      name: 'home',
      test: /web.(screens.home|client.stale|parts.shell.(Notices|PluginLinks)|parts.dialogs|parts.charts.Plot)/,
      priority: 2,
    },
    { name: 'styles', test: /^(?!.*web.offline).*\.css$/, priority: 1 },
    { name: 'shared', minShareCount: 2, priority: 1 },
  ],
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), undocumented(), offline(), compress()],
  build: {
    outDir: 'dist',
    // Says which files a screen is made of.
    manifest: true,
    // The router's policy allows no inline script, and a data: address would be one more thing to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What counts is what a screen takes altogether (size.test.ts).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'offline.html', 'offline/worker.ts'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: chunks,
        // A service worker is asked for by the same name again and again.
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
