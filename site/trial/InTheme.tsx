// It has no public name.
import { Context } from '@docusaurus/core/lib/client/docusaurusContext.js'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { ReactNode } from 'react'

interface Props {
  readonly settings: Readonly<Record<string, unknown>>
  readonly children: ReactNode
}

/** What is inside finds these settings of the theme, in place of those that the site is built with. */
export function InTheme({ settings, children }: Props): ReactNode {
  const context = useDocusaurusContext()
  const { siteConfig } = context
  const themeConfig = { ...siteConfig.themeConfig, ...settings }
  return (
    <Context.Provider value={{ ...context, siteConfig: { ...siteConfig, themeConfig } }}>{children}</Context.Provider>
  )
}
