import { chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import * as actions from '#texts/actions';
import * as texts from '#texts/ui';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, XIcon } from './icons.tsx';
import { openDialogs } from './open-dialogs.ts';
import { type PlacedToast, type Toast, ToastBoard } from './toast-board.ts';
import { Unbroken } from './unbroken.tsx';
import { useToastPlace } from './use-toast-place.ts';

const board = new ToastBoard();

/** Shows a toast at the edge of the page, from anywhere in the code. Returns the function that removes it. */
export function showToast(toast: Toast): () => void {
  return board.put(toast);
}

/** The user has gone to another screen: takes the toasts away that were about the last one. */
export const leaveToasts = board.leave;

const looks = {
  success: { Icon: CircleCheckIcon, color: 'income' },
  error: { Icon: CircleAlertIcon, color: 'danger' },
  info: { Icon: InfoIcon, color: 'accent' },
};

/** A strip over the whole width, as a bar of the app. What lies beside it is not in sight. */
const STRIP = {
  insetX: '0',
  width: 'auto',
  bg: 'raised',
  borderColor: 'line',
  pointerEvents: 'auto',
  '& [data-tone]': { borderWidth: '0', borderRadius: '0', boxShadow: 'none' },
};

/**
 * On phones and tablets a strip above the tab bar, or above a keyboard. The page ends above it (`--floor` in
 * theme/global-css.ts). Over a dialog it is at the top, because the buttons of dialogs are at the bottom, and the
 * dialog leaves room for it (dialog.tsx). Elsewhere the toasts float in a corner, above a bar at the lower edge.
 */
const PLACES = {
  '&:not([data-place=dialog])': {
    flexDirection: 'column',
    bottom: { base: 'calc(var(--floor) - var(--toasts))', lg: 'calc(1.5rem + var(--bar-height, 0px))' },
    lgDown: { ...STRIP, borderTopWidth: '1px' },
  },
  '&[data-place=dialog]': {
    flexDirection: 'column-reverse',
    top: '0',
    // What scrolls cuts shadows off, so these have room within.
    insetStart: { sm: '1', lg: '4' },
    p: { sm: '2' },
    width: '23rem',
    smDown: { ...STRIP, pt: 'env(safe-area-inset-top)', borderBottomWidth: '1px' },
    // Several of them, and the places of those that are gone, would leave a dialog no height. The newest is in sight.
    maxHeight: 'max(25dvh, 7rem)',
    overflowY: 'auto',
    // In a low window it is two lines, and the dialog has the rest.
    '@media (max-height: 30em) and (max-width: 88em)': {
      p: '0',
      maxHeight: '3.375rem',
      '& [data-tone]': { alignItems: 'center', py: '0' },
      '& [data-tone] > span': { mt: '0' },
      '& [data-tone] > div': { py: '0', lineClamp: '2' },
    },
    // So wide a window has room beside every dialog. A panel stands at the other side, below what opened it.
    '@media (min-width: 88em)': {
      flexDirection: 'column',
      top: 'auto',
      bottom: '4',
      insetStart: 'auto',
      insetEnd: '4',
      maxHeight: 'none',
      overflowY: 'visible',
    },
  },
  '&[data-place=other]': {
    flexDirection: 'column-reverse',
    bottom: 'auto',
    top: { base: 'calc(env(safe-area-inset-top) + 3.25rem)', lg: '16' },
  },
  // Without toasts it has no edge.
  '&:empty': { display: 'none' },
};

/**
 * All toasts; once on the page. They stay in one place, and never cover what has the focus (use-toast-place.ts).
 *
 * A new toast is farthest from the edge. The place of a gone toast stays free while another toast is beyond it, so
 * no toast moves away from under a finger. With four places in use, a new one takes a free place, and is no higher than
 * that place: what does not fit is scrolled to.
 *
 * Reading and focus order are always that of the bottom, also at the top of a window. Another order would make screen
 * readers repeat all toasts each time the place changes. Toasts stay while a moving pointer or the focus is on them.
 */
export function Toasts() {
  const places = useSyncExternalStore(board.subscribe, board.read);
  const dialog = useSyncExternalStore(openDialogs.subscribe, openDialogs.top);
  const newest = places.length > 0 ? Math.max(...places.map(({ id }) => id)) : null;
  const host = useTopmostHost(dialog, newest);
  const { held, ...holding } = useHolding(places);
  const section = useRef<HTMLElement>(null);
  useToastPlace(section, dialog, held, newest);
  return createPortal(
    <chakra.section
      ref={section}
      aria-label={texts.TOASTS}
      aria-live="polite"
      aria-relevant="additions"
      position="fixed"
      zIndex="toast"
      insetStart={{ base: '3', lg: 'calc(var(--side, 0px) + 1.5rem)' }}
      css={PLACES}
      width="22rem"
      display="flex"
      gap={{ base: '1', lg: '2' }}
      color="fg"
      fontSize="sm"
      pointerEvents="none"
      {...holding}
    >
      {places
        .map((toast, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number; toasts come and go in it
          <Place key={`place ${number}`} isFree={toast.isGone} isFitted={toast.isFitted && number < places.length - 1}>
            <ToastCard key={toast.id} toast={toast} held={held} inDialog={dialog !== null} />
          </Place>
        ))
        .reverse()}
    </chakra.section>,
    host,
  );
}

/** A pointer that has not moved for so long is not reading: it lies where the toast appeared, above what it covers. */
const RESTING_MS = 10_000;

/** Whether a pointer that moves, or the focus, is on a toast, and what tells of it. */
function useHolding(places: readonly PlacedToast[]) {
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  const moved = () => {
    setOver(true);
    clearTimeout(resting.current);
    resting.current = setTimeout(() => setOver(false), RESTING_MS);
  };
  const count = places.filter(({ isGone }) => !isGone).length;
  const [known, setKnown] = useState(count);
  // The browser does not always tell that a toast which is gone has no pointer and no focus any more. If the pointer is
  // on the next one, it tells so as soon as it moves.
  if (known !== count) {
    setKnown(count);
    if (count < known) {
      setOver(false);
      setFocus(false);
    }
  }
  return {
    held: isOver || hasFocus,
    onMouseMove: moved,
    onMouseEnter: moved,
    onMouseLeave: () => {
      clearTimeout(resting.current);
      setOver(false);
    },
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}

/**
 * An element above everything else. It is inside the topmost modal dialog, because everything outside is inert. It is
 * in the platform's top layer, and each new toast brings it to the front. The element moves and is never made again,
 * so that toasts keep their time.
 */
function useTopmostHost(dialog: HTMLElement | null, newest: number | null): HTMLElement {
  const [host] = useState(makeHost);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast is why it comes to the front
  useLayoutEffect(() => {
    // A dialog that closes at the same moment: the next topmost one follows.
    if (dialog?.isConnected === false) return;
    const parent = dialog ?? document.body;
    if (host.parentElement !== parent) parent.append(host);
    // Without popovers the browser renders the toasts in the page. A user whose focus is in a toast keeps it.
    if (!('showPopover' in host) || host.contains(document.activeElement)) return;
    if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
  }, [host, dialog, newest]);
  useLayoutEffect(() => () => host.remove(), [host]);
  return host;
}

/** Removes the browser's popover styles: the element is only a place. */
function makeHost(): HTMLElement {
  const host = document.createElement('div');
  host.popover = 'manual';
  host.style.cssText = 'inset: auto; margin: 0; border: 0; padding: 0; background: none; overflow: visible';
  return host;
}

/**
 * Where toasts stand, one after the other. A free place stays as high as it was, because another toast is beyond it. So
 * does one whose next toast is fitted into it.
 */
function Place({ isFree, isFitted, children }: { isFree: boolean; isFitted: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const isKept = isFree || isFitted;
  useLayoutEffect(() => {
    if (!isKept) setHeight(place.current?.offsetHeight ?? 0);
  });
  return (
    <chakra.div
      ref={place}
      style={isKept ? { height } : undefined}
      css={isKept ? { '& > *': { maxHeight: 'full', overflowY: 'auto' } } : undefined}
    >
      {!isFree && children}
    </chakra.div>
  );
}

function ToastCard({ toast, held, inDialog }: { toast: PlacedToast; held: boolean; inDialog: boolean }) {
  const { id, title, description, tone, action } = toast;
  const duration = toast.duration === undefined ? (action ? 10_000 : 6_000) : toast.duration;
  const waits = inDialog && action?.leads === true;
  // Every newer toast and every dialog takes the element out and in again. That must not move this toast once more.
  const [arrives, setArrives] = useState(true);
  useEffect(() => {
    if (held || waits || duration === null) return;
    const timer = setTimeout(() => board.take(id), duration);
    return () => clearTimeout(timer);
  }, [id, held, waits, duration]);
  const { Icon, color } = looks[tone];
  return (
    <chakra.div
      role={tone === 'error' ? 'alert' : undefined}
      data-tone={tone}
      display="flex"
      alignItems="flex-start"
      columnGap="2"
      ps="3"
      pe="1"
      py="1"
      bg="raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      boxShadow="float"
      pointerEvents="auto"
      animation={arrives ? 'rise 160ms ease-out' : undefined}
      onAnimationEnd={() => setArrives(false)}
    >
      <chakra.span color={color} mt={{ base: '3.5', lg: '2' }}>
        <Icon size={16} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minWidth="0" py={{ base: '3', lg: '1.5' }} overflowWrap="anywhere">
        <chakra.p fontWeight="medium">
          <Unbroken>{title}</Unbroken>
        </chakra.p>
        {description && (
          <chakra.p color="fg.muted">
            <Unbroken>{description}</Unbroken>
          </chakra.p>
        )}
      </chakra.div>
      {action && !waits && (
        <Button
          variant="ghost"
          size="sm"
          color="accent"
          px="2"
          // A long label wraps, so that most of the width is left for the text.
          flexShrink="0"
          maxWidth="6.5rem"
          whiteSpace="normal"
          onClick={() => board.take(id, true)}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={actions.DISMISS} onClick={() => board.take(id)}>
        <XIcon aria-hidden />
      </IconButton>
    </chakra.div>
  );
}
