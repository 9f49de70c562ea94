import Original from '@theme-original/MDXComponents'
import { GetTheCode } from '../../parts/GetTheCode.tsx'
import { Listing } from '../../parts/Listing.tsx'
import { Reports } from '../../parts/Reports.tsx'
import { Table } from '../../parts/Table.tsx'

/** What Markdown may name. */
export default { ...Original, GetTheCode, Listing, Reports, table: Table }
