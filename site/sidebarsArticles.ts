import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

const sidebars: SidebarsConfig = {
  mySidebar: [
    'index',
    {
      type: 'category',
      label: 'Integrations',
      items: [
        'integrations/wireguard',
        'integrations/spr-tailscale',
        'integrations/spr-wireshark',
        'integrations/dyndns',
        'integrations/home-assistant',
        'integrations/prometheus',
        'integrations/nats-syslog',
        'integrations/spr-mitmproxy',
      ],
    },
  ],
}

export default sidebars
