import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/device/install';
import { ChevronRightIcon, ShareIcon, SquarePlusIcon } from '#ui/icons';

const SIGNS = [ShareIcon, SquarePlusIcon];

/** How to install where only the user can: what to tap, with the signs that Safari shows, and what comes then. */
export function AddToHomeScreen() {
  return (
    <>
      {texts.BY_HAND}
      <chakra.span aria-hidden display="flex" flexWrap="wrap" alignItems="center" gap="1.5" my="1.5">
        {texts.STEPS.map((step, at) => {
          const Sign = SIGNS[at] ?? ShareIcon;
          return (
            <chakra.span key={step} display="inline-flex" alignItems="center" gap="1.5">
              {at > 0 && <ChevronRightIcon size={14} />}
              <chakra.span
                display="inline-flex"
                alignItems="center"
                gap="1.5"
                px="2"
                py="1"
                borderWidth="1px"
                borderColor="line"
                borderRadius="md"
              >
                {step}
                <Sign size={16} />
              </chakra.span>
            </chakra.span>
          );
        })}
      </chakra.span>
      {texts.STARTS_EMPTY}
    </>
  );
}
