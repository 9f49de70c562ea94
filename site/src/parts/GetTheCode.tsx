import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { ReactNode } from 'react'
import { Listing } from './Listing.tsx'

const asHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** How to get the code: by the address of the repository that the build was given, or from wherever the reader has it. */
export function GetTheCode(): ReactNode {
  const repository = useDocusaurusContext().siteConfig.customFields?.repository as string | undefined
  const line = (address: string): string => `git clone ${address} sallyport\ncd sallyport`
  return repository ? (
    <Listing language="sh" html={asHtml(line(repository))} />
  ) : (
    <>
      <p>
        Clone the repository that you have Sallyport from, or unpack its archive, and open a terminal in that folder.
        This copy of the documentation names no address; with git it is:
      </p>
      <Listing language="text" html={asHtml(line('ADDRESS'))} />
    </>
  )
}
