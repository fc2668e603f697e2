// "Your move": a soft sound, and a notification if the page is out of sight.

import { isOn } from "./settings.js";

let audio = null;

// Browsers allow sound only after a touch of the page.
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => (audio ??= window.AudioContext ? new AudioContext() : null), { once: true });
}

export function callToMove(title) {
  if (isOn("sound") && audio) chime();
  if (isOn("notify") && document.hidden && window.Notification?.permission === "granted") notify(title);
}

async function notify(title) {
  const words = { body: title, tag: location.pathname, icon: "/static/quincunx.svg", data: location.href };
  try {
    const note = new Notification("Your move", words);
    note.onclick = () => (window.focus(), note.close());
  } catch {
    // Phones' browsers notify only through a service worker.
    const worker = await navigator.serviceWorker?.getRegistration("/static/");
    await worker?.showNotification("Your move", words).catch(() => {});
  }
}

/** Asks the person once for permission to notify; returns whether it is granted. */
export async function mayNotify() {
  if (!("Notification" in window) || (await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker?.register("/static/notify.js").catch(() => {});
  return true;
}

function chime() {
  [523.25, 659.25].forEach((pitch, index) => {
    const start = audio.currentTime + index * 0.14;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.07, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.5);
  });
}
