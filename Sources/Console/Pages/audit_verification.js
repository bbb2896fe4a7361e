// Goes on with a verification that is not at its end. Without this, its button does.
const form = document.getElementById("verify-on");
if (form) {
  form.querySelector("button").disabled = true;
  form.submit();
}
