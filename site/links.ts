import { isWritten } from './pages.ts'

/** A link of the header or the footer: `to` a page of this site, or `href` of another. */
export type SiteLink = { readonly label: string } & ({ readonly to: string } | { readonly href: string })

/** Leads outside when the environment of the build names a place, otherwise to a page of our own. */
const outside = (label: string, variable: string, to: string): SiteLink => {
  const href = process.env[variable]
  return href ? { label, href } : { label, to }
}

/** A link that has no page here: absent until the environment of the build names its place. */
const elsewhere = (label: string, variable: string): SiteLink[] => {
  const href = process.env[variable]
  return href ? [{ label, href }] : []
}

const written = (links: readonly SiteLink[]): SiteLink[] => links.filter((link) => 'href' in link || isWritten(link.to))

const products = outside('Products', 'SITE_PRODUCTS', '/docs/intro')
const solutions = outside('Solutions', 'SITE_SOLUTIONS', '/docs/security/secure-wifi-router')
const plus = elsewhere('PLUS', 'SITE_PLUS')
const shop = outside('What it runs on', 'SITE_SHOP', '/docs/setup_guides/install')
const source = outside('Source code', 'SITE_SOURCE', '/docs/development/overview')
const chat = elsewhere('Community', 'SITE_CHAT')
const social = outside('News', 'SITE_SOCIAL', '/blog')

/** The header above the navigation, on every page. */
export const header = {
  before: written([products, solutions]),
  features: written([
    { label: 'Ad Block', to: '/docs/guides/dns' },
    { label: 'Firewall & Routing', to: '/docs/guides/firewall' },
    ...elsewhere('VPN', 'SITE_VPN'),
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
    title: 'Read',
    items: written([
      { label: 'Home', to: '/' },
      { label: 'Documentation', to: '/docs/intro' },
      { label: 'Questions', to: '/docs/faq' },
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
  { title: 'Build', items: written([{ label: 'API', to: '/api/0' }, source]) },
  {
    title: 'Stay in touch',
    items: written([{ label: 'Blog', to: '/blog' }, ...chat, social, { label: 'Contact', to: '/docs/contact' }]),
  },
].filter(({ items }) => items.length > 0)

const isSame = (a: SiteLink, b: SiteLink): boolean =>
  'to' in a ? 'to' in b && a.to === b.to : 'href' in b && a.href === b.href

/** One entry for each place, in columns or in one row. */
const unique = columns.map(({ title, items }) => ({
  title,
  items: items.filter((item, at) => items.findIndex((other) => isSame(item, other)) === at),
}))
export const footerLinks = process.env.SITE_FOOTER === 'row' ? unique.flatMap(({ items }) => items) : unique

/** The way back to the admin app: it is where the pages come from, unless another place is said, or `off`. */
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

/** The bar of navigation. */
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

/** Where pages have moved from. A place that has not been written yet takes nobody in. */
export const redirects = [
  { from: '/docs', to: '/docs/intro' },
  {
    from: '/docs/guides/pihole-technitium-adguard',
    to: '/docs/knowledgebase/pihole-technitium-adguard',
  },
].filter(({ to }) => isWritten(to))
