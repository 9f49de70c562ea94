import siteConfig from '@generated/docusaurus.config'

/**
 * An announcement that nobody has seen yet is shown. The page hides the bar early when the one before was dismissed, and
 * finds out too late that this is another one.
 */
const bar = siteConfig.themeConfig.announcementBar as { readonly id: string } | undefined

if (bar && typeof document !== 'undefined') {
  try {
    if (localStorage.getItem('docusaurus.announcement.id') !== bar.id)
      document.documentElement.setAttribute('data-announcement-bar-initially-dismissed', 'false')
  } catch {
    // Without storage nothing has been dismissed.
  }
}
