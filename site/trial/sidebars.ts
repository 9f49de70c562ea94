import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

/** A sidebar, and one that nothing leads to. */
const sidebars: SidebarsConfig = {
  levels: ['levels'],
  nowhere: [{ type: 'html', value: 'Nothing to open' }],
}

export default sidebars
