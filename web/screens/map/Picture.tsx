import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { ConnectionMode, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useMemo, useRef, useState } from 'react'
import { mapTexts } from '../../texts/map.ts'
import { edgesOf, type HubNode, type MapNode, nodesOf, type Scene } from './graph.ts'
import { boxAt, CARD } from './layout.ts'
import { BoxFrame, Card, Frame, Hub } from './nodes.tsx'
import styles from './Picture.module.css'

interface PictureProps {
  scene: Scene
  /** Whether devices can be dragged from box to box. */
  canMove: boolean
  onChoose: (identity: string | undefined) => void
  onMove: (identity: string, boxId: string) => void
  onOpen: (hub: HubNode['data']['kind']) => void
}

const KINDS = { hub: Hub, frame: Frame, box: BoxFrame, card: Card }
const FIT = { padding: 0.04, maxZoom: 1.1 }
/** In homes of this many devices only what can be seen is there. */
const MANY = 150

/** The map itself. All that it shows stands in the list beside it, too, which is for the keyboard and for screen readers. */
export function Picture({ scene, canMove, onChoose, onMove, onOpen }: PictureProps) {
  const flow = useRef<ReactFlowInstance<MapNode>>(null)
  const [held, setHeld] = useState<{ id: string; position: { x: number; y: number } }>()
  const standing = useMemo(() => nodesOf(scene, canMove), [scene, canMove])
  const edges = useMemo(() => edgesOf(scene), [scene])
  const nodes = held
    ? standing.map((node) => (node.id === held.id ? { ...node, position: held.position, zIndex: 3 } : node))
    : standing
  return (
    <div className={styles.picture}>
      <div className={styles.canvas} aria-hidden="true">
        <ReactFlow<MapNode>
          nodes={nodes}
          edges={edges}
          nodeTypes={KINDS}
          onInit={(instance) => {
            flow.current = instance
          }}
          onNodesChange={(changes) => {
            for (const change of changes)
              if (change.type === 'position' && change.dragging && change.position)
                setHeld({ id: change.id, position: change.position })
          }}
          onNodeDragStop={(_, { id, position }) => {
            setHeld(undefined)
            const middle = { x: position.x + CARD.width / 2, y: position.y + CARD.height / 2 }
            const box = boxAt(scene.layout, middle)
            if (box !== undefined) onMove(id, box)
          }}
          onNodeClick={(_, node) => {
            if (node.type === 'hub') onOpen(node.data.kind)
            else onChoose(node.type === 'card' ? node.data.entry.identity : undefined)
          }}
          onPaneClick={() => onChoose(undefined)}
          fitView
          fitViewOptions={FIT}
          minZoom={0.05}
          maxZoom={2}
          nodeDragThreshold={5}
          onlyRenderVisibleElements={scene.home.entries.length > MANY}
          // Any side of a node may be the end of a line.
          connectionMode={ConnectionMode.Loose}
          nodesConnectable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomActivationKeyCode={null}
          panActivationKeyCode={null}
          proOptions={{ hideAttribution: true }}
        />
      </div>
      <div className={styles.zoom}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={mapTexts.closer}
          onClick={() => void flow.current?.zoomIn()}
        >
          <IconPlus size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={mapTexts.farther}
          onClick={() => void flow.current?.zoomOut()}
        >
          <IconMinus size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={mapTexts.whole}
          onClick={() => void flow.current?.fitView(FIT)}
        >
          <IconMaximize size={18} stroke={1.6} />
        </ActionIcon>
      </div>
    </div>
  )
}
