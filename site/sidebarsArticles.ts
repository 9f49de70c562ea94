import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const sidebars: SidebarsConfig = { mySidebar: ['index'] }

export default sidebars
