import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'

/** The order in which a newcomer would read. */
const sidebars: SidebarsConfig = {
  tutorialSidebar: [
    'intro',
    {
      type: 'category',
      label: 'Set up',
      collapsed: false,
      items: ['setup_guides/setup_run_spr', 'setup_guides/virtual_spr', 'setup_guides/install', 'setup_guides/pi4b'],
    },
    {
      type: 'category',
      label: 'Guides',
      collapsed: false,
      items: [
        'guides/overview',
        'guides/device',
        'guides/dns',
        'guides/firewall',
        'guides/links',
        'guides/wifi',
        'guides/radios',
        'guides/guests',
        'guides/vpn',
        'guides/guides_plus/sitevpn',
        'guides/plugins',
        'guides/guides_plus/plus',
        'guides/guides_plus/pfw',
        'guides/guides_plus/mitmproxy',
        'guides/passkeys',
        'guides/alerts',
        'guides/logs',
        'guides/notifications',
        'guides/automations',
        'guides/backup',
        'guides/health',
        'guides/troubleshooting',
        'guides/virtual/setup',
      ],
    },
    {
      type: 'category',
      label: 'Background',
      items: [
        'knowledgebase/groups',
        'knowledgebase/wireless',
        'knowledgebase/ppsk-wpa3-wifi-security',
        'knowledgebase/macstealer',
        'knowledgebase/vpn',
        'knowledgebase/pihole-technitium-adguard',
      ],
    },
    {
      type: 'category',
      label: 'Security',
      items: [
        'security/secure-wifi-router',
        'security/secure-wifi-router-features',
        'security/secure-wifi-router-design',
      ],
    },
    {
      type: 'category',
      label: 'Development',
      items: [
        'development/overview',
        'development/plugin-dev',
        'development/extension-dev',
        {
          type: 'category',
          label: 'API',
          items: [
            'development/apis/overview',
            'development/apis/p_webapi_authentication',
            'development/apis/ssl_support',
          ],
        },
        {
          type: 'category',
          label: 'Inside the router',
          items: [
            'development/services/base',
            'development/services/db',
            'development/services/dhcp',
            'development/services/dhcp_client',
            'development/services/dns',
            'development/services/multicast_proxy',
            'development/services/dyndns',
            'development/services/ppp',
            'development/services/vpn',
            'development/services/wifi_uplink',
            'development/services/wifid',
            'development/services/sprbus',
            'development/services/packet_logs',
            'development/services/extensions',
            'development/services/plugin_lookup',
            'development/services/superd',
          ],
        },
        {
          type: 'category',
          label: 'Contribute',
          items: ['development/contribute/testing', 'development/contribute/ui-dev', 'development/contribute/site'],
        },
      ],
    },
    'faq',
    'contact',
  ],
}

export default sidebars
