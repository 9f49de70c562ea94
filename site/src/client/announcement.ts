import siteConfig from '@generated/docusaurus.config'

/**
 * Shows an announcement that was not dismissed yet. If the previous one was dismissed, the page hides the bar early, and
 * detects only later that this is another one.
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
