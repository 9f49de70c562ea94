import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { content } from './settings.ts'

/** Pages that are generated. */
const isMade = (path: string): boolean =>
  ['/', '/blog', '/api/0', '/search', '/blog/archive', '/blog/tags'].includes(path)

/**
 * Whether the page at `path` below the base path exists. Pages are written together with their feature, and links to them are
 * hidden until then.
 */
export function isWritten(path: string): boolean {
  const file = join(content, path.replace(/#.*/, ''))
  return ['.md', '.mdx', '/index.md', '/index.mdx'].some((ending) => existsSync(file + ending)) || isMade(path)
}

/** A link of the header or the footer: `to` a page of this site, or `href` of another. */
export type SiteLink = { readonly label: string } & ({ readonly to: string } | { readonly href: string })

/** A link to the address in the build's environment variable, or else to a page of this site. */
const external = (label: string, variable: string, to: string): SiteLink => {
  const href = process.env[variable]
  return href ? { label, href } : { label, to }
}

/** A link without a page on this site: absent unless the environment variable has its address. */
const optional = (label: string, variable: string): SiteLink[] => {
  const href = process.env[variable]
  return href ? [{ label, href }] : []
}

const written = (links: readonly SiteLink[]): SiteLink[] => links.filter((link) => 'href' in link || isWritten(link.to))

const products = external('Products', 'SITE_PRODUCTS', '/docs/intro')
const solutions = external('Solutions', 'SITE_SOLUTIONS', '/docs/security/secure-wifi-router')
const plus = optional('PLUS', 'SITE_PLUS')
const shop = external('What it runs on', 'SITE_SHOP', '/docs/setup_guides/install')
const source = external('Source code', 'SITE_SOURCE', '/docs/development/overview')
const chat = optional('Community', 'SITE_CHAT')
const social = external('News', 'SITE_SOCIAL', '/blog')

/** The header above the navigation, on every page. */
export const header = {
  before: written([products, solutions]),
  features: written([
    { label: 'Ad Block', to: '/docs/guides/dns' },
    { label: 'Firewall & Routing', to: '/docs/guides/firewall' },
    ...optional('VPN', 'SITE_VPN'),
    { label: 'Alerts', to: '/docs/guides/alerts' },
    { label: 'Traffic Monitoring', to: '/docs/guides/logs' },
    { label: 'Plugins', to: '/docs/guides/plugins' },
    { label: 'FAQ', to: '/docs/faq' },
    { label: 'Blog', to: '/blog' },
  ]),
  after: plus,
  shop: written([shop])[0],
  source: written([source])[0],
  chat: chat[0],
}
export type Header = typeof header

/** The footer in columns. `SITE_FOOTER=row` makes it a single row. */
const columns = [
  {
    title: 'Learn',
    items: written([
      { label: 'Home', to: '/' },
      { label: 'Documentation', to: '/docs/intro' },
      { label: 'FAQ', to: '/docs/faq' },
    ]),
  },
  {
    title: 'Set up',
    items: written([
      { label: 'Set up Sallyport', to: '/docs/setup_guides/setup_run_spr' },
      { label: 'Virtual home', to: '/docs/guides/virtual/setup' },
      { label: 'Security design', to: '/docs/security/secure-wifi-router-design' },
    ]),
  },
  { title: 'Develop', items: written([{ label: 'API', to: '/api/0' }, source]) },
  {
    title: 'Community',
    items: written([{ label: 'Blog', to: '/blog' }, ...chat, social, { label: 'Contact', to: '/docs/contact' }]),
  },
].filter(({ items }) => items.length > 0)

const isSame = (a: SiteLink, b: SiteLink): boolean =>
  'to' in a ? 'to' in b && a.to === b.to : 'href' in b && a.href === b.href

/** The footer without duplicate links, in columns or in one row. */
const unique = columns.map(({ title, items }) => ({
  title,
  items: items.filter((item, at) => items.findIndex((other) => isSame(item, other)) === at),
}))
export const footerLinks = process.env.SITE_FOOTER === 'row' ? unique.flatMap(({ items }) => items) : unique

/** The link to the admin app: the site's own origin, unless `SITE_APP` is an address or `off`. */
const app = process.env.SITE_APP || 'pathname:///'
const backToTheApp =
  app === 'off'
    ? []
    : [
        {
          label: 'Admin app',
          href: app,
          target: '_self',
          autoAddBaseUrl: false,
          position: 'right',
          className: 'ways-out',
        },
      ]

/** The navigation bar. */
export const navbar = [
  { type: 'docSidebar', sidebarId: 'tutorialSidebar', label: 'Documentation', position: 'left' },
  ...written([
    { label: 'Setup Guide', to: '/docs/setup_guides/setup_run_spr' },
    { label: 'Articles', to: '/articles' },
    { label: 'API', to: '/api/0' },
    { label: 'Blog', to: '/blog' },
  ]).map((link) => ({ ...link, position: 'left' })),
  ...backToTheApp,
  { type: 'search', position: 'right' },
]

/** Redirects of pages that have moved, if their target exists. */
export const redirects = [
  { from: '/docs', to: '/docs/intro' },
  {
    from: '/docs/guides/pihole-technitium-adguard',
    to: '/docs/knowledgebase/pihole-technitium-adguard',
  },
].filter(({ to }) => isWritten(to))
