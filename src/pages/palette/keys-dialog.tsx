import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/pages/palette';
import * as transactions from '#texts/transactions/transactions';
import { Dialog } from '#ui/dialog';
import { CLEARED_KEY } from '../../features/transactions/list/row-actions.tsx';
import { LEAD } from './use-account-keys.ts';

/** Keys that are pressed together, or one after the other, stand in one list. */
const sections = [
  {
    title: texts.EVERYWHERE,
    keys: [
      {
        keys: [
          ['Ctrl', 'K'],
          ['Cmd', 'K'],
        ],
        does: texts.OPEN_PALETTE,
      },
      { keys: [['n']], does: transactions.ADD_TITLE },
      {
        keys: [
          ['Ctrl', 'Z'],
          ['Cmd', 'Z'],
        ],
        does: texts.UNDO_LAST,
      },
      {
        keys: [
          ['Ctrl', 'Shift', 'Z'],
          ['Cmd', 'Shift', 'Z'],
        ],
        does: texts.REDO_LAST,
      },
      { keys: [[LEAD, '1–9']], does: texts.GO_TO_ACCOUNT },
      { keys: [[LEAD, '0']], does: texts.GO_TO_ALL },
      { keys: [['?']], does: texts.OPEN_KEYS },
      { keys: [['Esc']], does: texts.CLOSE_TOPMOST },
    ],
  },
  {
    title: texts.IN_QUICK_ENTRY,
    keys: [
      { keys: [['Enter']], does: texts.ADD_IT },
      {
        keys: [
          ['Ctrl', 'Enter'],
          ['Cmd', 'Enter'],
        ],
        does: texts.ADD_AND_GO_ON,
      },
      { keys: [['↓'], ['↑']], does: texts.WALK_SUGGESTIONS },
    ],
  },
  {
    title: texts.IN_ACCOUNTS,
    keys: [
      {
        keys: [
          ['Alt', '↓'],
          ['Alt', '↑'],
        ],
        does: texts.MOVE_ACCOUNT,
      },
    ],
  },
  {
    title: texts.IN_TRANSACTIONS,
    keys: [
      { keys: [['↓'], ['↑']], does: texts.WALK_ROWS },
      { keys: [['Enter']], does: texts.EDIT_ROW },
      { keys: [['Esc']], does: texts.LEAVE_ROW },
      { keys: [[CLEARED_KEY]], does: texts.MARK_CLEARED },
    ],
  },
  {
    title: texts.IN_RECONCILING,
    keys: [
      { keys: [['Space']], does: texts.TICK },
      { keys: [['↓'], ['↑']], does: texts.WALK_ROWS },
      { keys: [['Enter']], does: texts.FINISH },
    ],
  },
  {
    title: texts.IN_DATE,
    keys: [
      { keys: [['t']], does: texts.TODAY },
      { keys: [['+']], does: texts.DAY_LATER },
      { keys: [['-']], does: texts.DAY_EARLIER },
      { keys: [['Alt', '↓']], does: texts.OPEN_CALENDAR },
    ],
  },
  {
    title: texts.IN_PALETTE,
    keys: [
      { keys: [['↓'], ['↑']], does: texts.WALK_RESULTS },
      { keys: [['Enter']], does: texts.CHOOSE_RESULT },
    ],
  },
];

/** All keys of the app, by the place where they work. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={texts.KEYS_TITLE} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {sections.map(({ title, keys }) => (
          <section key={title}>
            <chakra.h3 fontSize="sm" color="fg.muted" mb="1">
              {title}
            </chakra.h3>
            <dl>
              {keys.map(({ keys: ways, does }) => (
                <chakra.div key={does} display="flex" justifyContent="space-between" gap="4" py="1.5">
                  <dt>{does}</dt>
                  <chakra.dd display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
                    {ways.map((together) => (
                      <chakra.span key={together.join(' ')} display="flex" gap="1">
                        {together.map((key) => (
                          <Key key={key}>{key}</Key>
                        ))}
                      </chakra.span>
                    ))}
                  </chakra.dd>
                </chakra.div>
              ))}
            </dl>
          </section>
        ))}
      </chakra.div>
    </Dialog>
  );
}

const Key = chakra('kbd', {
  base: {
    minWidth: '6',
    px: '1.5',
    textAlign: 'center',
    fontFamily: 'inherit',
    fontSize: 'sm',
    bg: 'sunken',
    borderWidth: '1px',
    borderColor: 'line.control',
    borderRadius: 'sm',
  },
});
