import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { controlStyles } from './controlStyles.ts'
import { licenses } from './licenses.ts'
import { offline } from './offline.ts'
import { pages } from './pages.ts'
import { themed } from './themeSheet.ts'
import { inLanguage, translated } from './translated.ts'
import { undocumented } from './undocumented.ts'
import { unspoken } from './unspoken.ts'

/**
 * How the build splits the app into files. By default it makes a file for every set of modules that screens share, some two
 * hundred, and a browser fetches six at a time. With these groups, a screen needs one more file, or none. They are: the sign-in
 * page, and the frame of the app with Home, in two parts each, since libraries change less often than the app; what is loaded
 * right after these; and what the other screens share. A group includes the modules that its modules import, unless a group of
 * a higher priority has them. Styles of all other screens are one file, so that their order does not depend on which screens
 * were opened before.
 */
const chunks = {
  groups: [
    {
      name: 'start',
      test: /web.(boot.main|client.(sessionKey|worker)|screens.machine.system.address)\.ts$|vite.preload-helper/,
    },
    // What schemas import, and the first screens need without them.
    { name: 'values', test: /router.(values.(ip|subnet)|phrases.phrase|model.firewall.rules.rulekind)\.ts$/ },
    // With the schemas of the contract that some form checks its fields with.
    {
      name: 'zod',
      test: /node_modules.zod|router.*(-schema|.values.text|.token|.linkname|.endpoint|.sentback)\.ts$/,
    },
    { name: 'libraries', test: /node_modules.(react|react-dom|scheduler)[/\\]/ },
    { name: 'signin', test: /web.(boot.signin\.tsx|screens.machine.system.attempt\.ts)$/ },
    {
      name: 'controls',
      test: /node_modules.@mantine.core.*.(MantineProvider|components.(Button|Skeleton))\W.*js$/,
    },
    {
      name: 'framework',
      test: /node_modules.@tanstack.(history|query-core|react-query|react-router|react-store|router-core|store)\b/,
    },
    // Devices needs these of Home, and nothing else. The formats of times would otherwise be in one file with the charts.
    {
      name: 'app',
      test: /web.(boot.app\.tsx|screens.home.devices.(ago|useUnclassified)|parts.(layout.ButtonLink|values.time))/,
    },
    {
      name: 'schemas',
      test: /model.(firewall.(config.(configrule|config)|rules.(pfwrule|window)|geoblock.config)|machine.info.uptime|plugins.installed.plugin)\.ts$/,
    },
    { name: 'plot', test: /node_modules.uplot|web.parts.charts.Plot/ },
    { name: 'home', test: /web.(screens.home.dashboard.[\w.]+$|shell.PluginLinks)/ },
    { name: 'devices', test: /web.(screens.home.devices.list.DevicesScreen|parts.lists.LongList)/ },
    { name: 'stale', test: /web.client.stale/ },
    {
      name: 'idle',
      test: /web.(screens.messages.alerts.AlertWatch|shell.((Code|SignIn)Dialog|CodeForm|ConfirmBar|confirmation)|parts.(notices.(Notices|undo)\.|dialogs))/,
    },
    { name: 'styles', test: /^(?!.*web.offline).*\.css$/ },
    { name: 'shared', minShareCount: 2 },
  ].map((group, index) => ({ ...group, priority: 16 - index })),
}

const WEB = join(import.meta.dirname, '..')

/** The build of the app in one language. Files without texts are the same in all languages, and have the same names. */
export const configOf = (language: string): UserConfig => ({
  root: WEB,
  base: '/',
  plugins: [
    translated(language),
    unspoken(),
    controlStyles(),
    react(),
    undocumented(),
    themed(),
    pages(language),
    offline(language),
    licenses(),
  ],
  build: {
    outDir: 'dist',
    // Other languages are there too (build.ts).
    emptyOutDir: false,
    // Says which files a screen is made of.
    manifest: inLanguage('.vite/manifest.json', language),
    // The router's policy allows no inline script, and a data: address would be one more thing to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What counts is what a screen takes altogether (size.test.ts).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'offline.html', 'offline/worker.ts'].map((name) => join(WEB, name)),
      output: {
        codeSplitting: chunks,
        // A service worker is always requested by the same name.
        entryFileNames: ({ name }) =>
          name === 'worker' ? inLanguage('worker.js', language) : 'assets/[name]-[hash].js',
      },
    },
  },
})

export default defineConfig(configOf('en'))
