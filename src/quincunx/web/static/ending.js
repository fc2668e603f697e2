"use strict";
// The ending of a match, shared on request.

/** Returns the picture of the result as PNG, for places that take no SVG; null if this browser cannot make one. */
async function picture(address) {
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return blob && new File([blob], "result.png", { type: "image/png" });
  } catch {
    return null;
  }
}

async function share(button) {
  const url = new URL(button.dataset.share, location.href).href;
  const title = button.dataset.title;
  if (navigator.share) {
    const file = await picture(button.dataset.picture);
    const files = file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
    // Closing the sheet is no error.
    await navigator.share({ title, text: title, url, ...files }).catch(() => {});
    return;
  }
  const field = Object.assign(document.createElement("textarea"), { value: url });
  document.body.append(field);
  field.select();
  // The clipboard API is missing without HTTPS, as in a home network.
  const copied = document.execCommand("copy");
  field.remove();
  button.focus();
  say(copied ? "The link to the replay is copied." : url);
}

function say(text) {
  const toast = Object.assign(document.createElement("p"), { className: "toast", textContent: text });
  document.getElementById("toasts").replaceChildren(toast);
  setTimeout(() => toast.remove(), 5000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-share]");
  if (button) share(button);
});

function follow() {
  for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = false;
}

follow();
new MutationObserver(follow).observe(document.getElementById("main"), { childList: true, subtree: true });
