import Original from '@theme-original/MDXComponents'
import { Listing } from '../../parts/Listing.tsx'
import { Table } from '../../parts/Table.tsx'

/** What Markdown may name. */
export default { ...Original, Listing, table: Table }
