import type { Config, PluginConfig } from '@docusaurus/types'
import site from '../docusaurus.config.ts'
import { footerLinks } from '../links.ts'

/**
 * This site in other settings, with pages on which something goes wrong: for the tests of what the site itself has no use for.
 * It is built by `lab/site/build.ts`, and by nothing else.
 */
const navbar = [
  { label: 'Trial', to: '/trial/parts', position: 'left' },
  { label: 'Elsewhere', href: 'https://elsewhere.example/', position: 'left' },
  {
    type: 'dropdown',
    label: 'More',
    position: 'left',
    items: [
      { label: 'Introduction', to: '/docs/intro' },
      { label: 'Firewall', to: '/docs/guides/firewall' },
    ],
  },
  { type: 'html', value: '<b class="raw">raw</b>', position: 'left' },
  { type: 'doc', docId: 'faq', label: 'A document', position: 'left' },
  { type: 'docSidebar', sidebarId: 'tutorialSidebar', label: 'A sidebar', position: 'left' },
  { type: 'docsVersion', position: 'right' },
  {
    type: 'docsVersionDropdown',
    position: 'right',
    dropdownItemsAfter: [{ label: 'All versions', to: '/blog' }],
  },
  { type: 'localeDropdown', position: 'right' },
  { type: 'search', position: 'right' },
]

const themeConfig = {
  ...site.themeConfig,
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
  navbar: { ...site.themeConfig.navbar, hideOnScroll: false, items: navbar },
  announcementBar: {
    id: 'second',
    content: 'There is <b>news</b>.',
    backgroundColor: '#123456',
    textColor: '#fedcba',
    isCloseable: true,
  },
  footer: {
    style: 'dark',
    links: (footerLinks as readonly { readonly items: readonly object[] }[]).flatMap(({ items }) => items),
    logo: { alt: 'A gate', src: 'img/gate.svg', width: 28, height: 28 },
    copyright: 'Nobody’s',
  },
  search: { ...site.themeConfig.search, remembers: false },
}

const plugins: PluginConfig[] = [
  ...site.plugins.map((one) => (typeof one === 'string' ? one.replace(/^\.\//, '../') : (one as PluginConfig))),
  ['@docusaurus/plugin-content-pages', { id: 'trial', path: 'trial/pages', routeBasePath: 'trial' }],
  [
    '@docusaurus/plugin-content-docs',
    { id: 'trial', path: 'trial/docs', routeBasePath: 'trial/docs', sidebarPath: './trial/sidebars.ts' },
  ],
]

export default { ...site, plugins, themeConfig: themeConfig as never } satisfies Config
