import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { useDragTexts } from '../../shared/list/drag-texts';
import { spaceAdminTexts } from './space-admin.messages';
import style from './space-admin.module.css';
import { ActionIcon, Box, Group } from '@mantine/core';
import { RowList } from '../../shared/list/row-list';

/** A list that is reordered by dragging a row's handle, by mouse, touch or keyboard. */
export function OrderList<Item extends { id: string }>(props: {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  onOrder: (ids: string[]) => void;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const accessibility = useDragTexts((id) => {
    const item = props.items.find((one) => one.id === id);
    return item ? props.nameOf(item) : '';
  });
  const ids = props.items.map((item) => item.id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    props.onOrder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={accessibility}
      onDragEnd={drop}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Box mb="md">
          <RowList>
            {props.items.map((item) => (
              <Row key={item.id} id={item.id} name={props.nameOf(item)}>
                {props.row(item)}
              </Row>
            ))}
          </RowList>
        </Box>
      </SortableContext>
    </DndContext>
  );
}

function Row(props: { id: string; name: string; children: ReactNode }) {
  const t = useTexts(spaceAdminTexts);
  const { setNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: props.id,
  });
  return (
    <Group
      component="li"
      ref={setNodeRef}
      gap={8}
      wrap="nowrap"
      mih={52}
      py={8}
      className={style.row}
      style={{
        transform: CSS.Translate.toString(transform),
        transition,
        borderBottom: '1px solid var(--e-line)',
      }}
      data-lifted={isDragging || undefined}
    >
      <ActionIcon
        className={style.handle}
        {...attributes}
        {...listeners}
        aria-label={t('spaceAdmin.drag', { name: props.name })}
      >
        <IconGripVertical size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      {props.children}
    </Group>
  );
}
