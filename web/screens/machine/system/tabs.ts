import { systemTexts } from '../../../texts/machine/system.ts'

const { machine, ...others } = systemTexts.tabs
type TabName = keyof typeof others

/** The tabs of System but the first one, in their order. `words` are for the search; empty if it finds settings of the tab instead. */
export const SYSTEM_PAGES = (Object.keys(others) as TabName[]).map((name) => ({
  name,
  to: `/admin/system/${name}` as const,
  label: others[name],
  words: systemTexts.tabWords[name],
}))

export const SYSTEM_TABS = [{ to: '/admin/system', label: machine, exact: true }, ...SYSTEM_PAGES] as const
