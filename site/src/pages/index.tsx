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
      title="A router that lets nothing through unasked"
      description="Sallyport is a self-hosted secure programmable router: every device alone in a network of its own, a firewall you can ask why, and an API for all of it."
    >
      <main className={styles.home}>
        <section className={styles.hero}>
          <div className={styles.words}>
            <Heading as="h1">A router that lets nothing through unasked</Heading>
            <p className={styles.lead}>
              Sallyport is a secure router for homes and small offices that you run yourself. Every device is alone in a
              network of its own. Nothing reaches anything until you say so, and what you say is in force at once.
            </p>
            <p className={styles.actions}>
              <Link className="button button--primary button--lg" to="/docs/guides/virtual/setup">
                Try it without hardware
              </Link>
              <Link className="button button--secondary button--lg" to="/docs/setup_guides/setup_run_spr">
                Set it up
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
            Who is here, whether the internet is, and what wants a decision of yours: a new device may do nothing until
            you have given it a name and opened something for it.
          </p>
          <p>
            <Link to="/docs/guides/overview">What you find in the app</Link>
          </p>
        </Row>

        <Row
          title="Who may reach whom, as a picture"
          picture={
            <Screen
              name="map-chosen"
              alt="The map: groups of devices, and the connections that are open to the phone, each with its reason."
              height={900}
            />
          }
        >
          <p>
            Policies, groups and tags instead of a wall of rules. Put the phone and the printer into one group, and they
            find each other; take one out, and connections that are open end as well.
          </p>
          <p>
            <Link to="/docs/knowledgebase/groups">Groups, tags and policies</Link>
          </p>
        </Row>

        <Row
          title="Ask the firewall why"
          picture={
            <Screen
              name="device-reach-no"
              alt="The question why the phone cannot reach the printer, the answer in one sentence, and two ways to permit it."
              height={1094}
            />
          }
        >
          <p>
            When something does not get through, the router tells what decides, in one sentence, from the very rules
            that are in force, and offers what would change it.
          </p>
          <p>
            <Link to="/docs/guides/troubleshooting">When something does not work</Link>
          </p>
        </Row>

        <section className={styles.more}>
          <Heading as="h2">What is in it</Heading>
          <Cards />
        </section>

        <section className={styles.start}>
          <div className={styles.words}>
            <Heading as="h2">A whole home on your computer</Heading>
            <p>
              One command opens the real router with an internet and a household around it, in network namespaces of its
              own. Your machine’s network is not touched, and Ctrl-C removes all of it.
            </p>
            <p>
              <Link to="/docs/setup_guides/virtual_spr">Your first minutes in it</Link>
            </p>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keyboard */}
          <pre className={styles.terminal} tabIndex={0}>
            <code>
              {`npm start\n\n# be one of its devices\nnpx sallyport home list\nnpx sallyport home exec laptop -- curl http://www.test/\nnpx sallyport home exec phone -- ping -c 1 192.168.2.10`}
            </code>
          </pre>
        </section>
      </main>
    </Layout>
  )
}
