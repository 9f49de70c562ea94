import type { ReactNode } from 'react'

const Page = (): ReactNode => <main>It is there as long as no browser shows it.</main>

/** The site cannot be built with a page that exports nothing, so this one does until it is opened. */
export default typeof document === 'undefined' ? Page : undefined
