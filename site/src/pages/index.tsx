import Link from '@docusaurus/Link'
import Heading from '@theme/Heading'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'
import { Cards } from '../home/Cards.tsx'
import { Diagram } from '../home/Diagram.tsx'
import styles from '../home/home.module.css'
import { Screen } from '../home/Screen.tsx'

const Row = ({ title, children, picture }: { title: string; children: ReactNode; picture: ReactNode }): ReactNode => (
  <section className={styles.row}>
    <div className={styles.words}>
      <Heading as="h2">{title}</Heading>
      {children}
    </div>
    {picture}
  </section>
)

export default function Home(): ReactNode {
  return (
    <Layout
      title="A router that isolates every device"
      description="Sallyport is a self-hosted secure programmable router: one network per device, a firewall that explains its decisions, and an API for everything."
    >
      <main className={styles.home}>
        <section className={styles.hero}>
          <div className={styles.words}>
            <Heading as="h1">A router that isolates every device</Heading>
            <p className={styles.lead}>
              Sallyport is a self-hosted secure router for homes and small offices. Each device has its own network.
              Nothing is permitted until you permit it, and changes take effect immediately.
            </p>
            <p className={styles.actions}>
              <Link className="button button--primary button--lg" to="/docs/guides/virtual/setup">
                Try it without hardware
              </Link>
              <Link className="button button--secondary button--lg" to="/docs/setup_guides/setup_run_spr">
                Get started
              </Link>
            </p>
            <ul className={styles.facts}>
              <li>Firewall, DNS filter, DHCP, admin app</li>
              <li>No cloud, no account, no tracking</li>
              <li>Open source, Apache-2.0</li>
            </ul>
          </div>
          <Diagram />
        </section>

        <Row
          title="Your home at a glance"
          picture={
            <Screen
              name="home"
              alt="The admin app’s first page: the internet answers, what needs attention, traffic, the latest changes."
              height={1505}
              isBoth
            />
          }
        >
          <p>
            Devices online, the state of the internet connection, and what needs your attention, such as a new device
            without access.
          </p>
          <p>
            <Link to="/docs/guides/overview">Overview of the app</Link>
          </p>
        </Row>

        <Row
          title="See which devices may reach each other"
          picture={
            <Screen
              name="map-chosen"
              alt="The map: groups of devices, and the connections that the phone may open, each with its reason."
              height={900}
            />
          }
        >
          <p>
            Use policies, groups and tags instead of a long list of rules. Put the phone and the printer into one group,
            and they can connect; remove one, and open connections are closed.
          </p>
          <p>
            <Link to="/docs/knowledgebase/groups">Policies, groups and tags</Link>
          </p>
        </Row>

        <Row
          title="Ask the firewall why"
          picture={
            <Screen
              name="device-reach-no"
              alt="The explanation why the phone cannot reach the printer, and two ways to permit it."
              height={1094}
            />
          }
        >
          <p>
            When a connection fails, the router explains which policy, group or rule decides, and offers to permit the
            connection.
          </p>
          <p>
            <Link to="/docs/guides/troubleshooting">Troubleshooting</Link>
          </p>
        </Row>

        <section className={styles.more}>
          <Heading as="h2">Features</Heading>
          <Cards />
        </section>

        <section className={styles.start}>
          <div className={styles.words}>
            <Heading as="h2">Try a virtual home on your computer</Heading>
            <p>
              One command starts the real router with a virtual internet and household in network namespaces. Your
              network is not changed, and Ctrl-C removes everything.
            </p>
            <p>
              <Link to="/docs/setup_guides/virtual_spr">Take the tour</Link>
            </p>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keyboard */}
          <pre className={styles.terminal} tabIndex={0}>
            <code>
              {`npm start\n\n# run commands as a device\nnpx sallyport home list\nnpx sallyport home exec laptop -- curl http://www.test/\nnpx sallyport home exec phone -- ping -c 1 192.168.2.10`}
            </code>
          </pre>
        </section>
      </main>
    </Layout>
  )
}
