import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { ReactNode } from 'react'
import { Listing } from './Listing.tsx'

const asHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Instructions to clone the repository; the address is a build setting. */
export function GetTheCode(): ReactNode {
  const repository = useDocusaurusContext().siteConfig.customFields?.repository as string | undefined
  const line = (address: string): string => `git clone ${address} sallyport\ncd sallyport`
  return repository ? (
    <Listing language="sh" html={asHtml(line(repository))} />
  ) : (
    <>
      <p>
        Clone the repository that you got Sallyport from, or unpack its archive, and open a terminal in that folder.
        With git:
      </p>
      <Listing language="text" html={asHtml(line('ADDRESS'))} />
    </>
  )
}
